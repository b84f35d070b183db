"""The page with the training curves: loss, strength and positions."""

import html
import os

from generation import Generation

WIDTH, HEIGHT, LEFT, BOTTOM = 640, 240, 56, 28
COLOURS = ("#2f6f9f", "#b5562b", "#4b7f3a", "#7a4fa0")

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
svg { width: 100%; height: auto; } svg text { font-size: 12px; fill: currentColor; }
svg .axis { stroke: currentColor; opacity: .35; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: right; padding: .2em .6em; border-bottom: 1px solid #8884; }
.no { opacity: .6; }
"""


def nice(x):
    return f"{x:.4g}"


def chart(title, unit, curves, errors=None):
    """An SVG with curves, name to points (x, y); errors: error bars of the first curve."""
    points = [p for _, curve in curves for p in curve]
    if not points:
        return ""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    spread = errors or [0] * len(curves[0][1])
    ys += [p[1] + e for p, e in zip(curves[0][1], spread)] + [p[1] - e for p, e in zip(curves[0][1], spread)]
    x0, x1, y0, y1 = min(xs), max(max(xs), min(xs) + 1), min(ys), max(ys)
    y1 = y1 if y1 > y0 else y0 + 1

    def at(x, y):
        return (LEFT + (x - x0) / (x1 - x0) * (WIDTH - LEFT - 10),
                10 + (y1 - y) / (y1 - y0) * (HEIGHT - BOTTOM - 20))

    out = [f'<figure><figcaption>{html.escape(title)}</figcaption>',
           f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{html.escape(title)}">']
    for y in (y0, (y0 + y1) / 2, y1):
        _, py = at(x0, y)
        out.append(f'<line class="axis" x1="{LEFT}" x2="{WIDTH - 10}" y1="{py:.1f}" y2="{py:.1f}"/>'
                   f'<text x="{LEFT - 6}" y="{py + 4:.1f}" text-anchor="end">{nice(y)}</text>')
    for x in (x0, x1):
        px, _ = at(x, y0)
        out.append(f'<text x="{px:.1f}" y="{HEIGHT - 6}" text-anchor="middle">{nice(x)}</text>')
    out.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 6}" text-anchor="middle">'
               f'{html.escape(unit)}</text>')
    for i, (name, curve) in enumerate(curves):
        colour = COLOURS[i % len(COLOURS)]
        line = " ".join("{:.1f},{:.1f}".format(*at(x, y)) for x, y in curve)
        out.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{line}"/>')
        for k, (x, y) in enumerate(curve):
            px, py = at(x, y)
            out.append(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3" fill="{colour}">'
                       f'<title>{html.escape(name)} {nice(y)}</title></circle>')
            if i == 0 and errors:
                (_, top), (_, low) = at(x, y + errors[k]), at(x, y - errors[k])
                out.append(f'<line stroke="{colour}" x1="{px:.1f}" x2="{px:.1f}" '
                           f'y1="{top:.1f}" y2="{low:.1f}"/>')
        out.append(f'<text x="{WIDTH - 14}" y="{24 + 15 * i}" text-anchor="end" '
                   f'style="fill:{colour}">{html.escape(name)}</text>')
    return "\n".join(out + ["</svg></figure>"])


def strengths(generations):
    """Elo of each generation above the first player, with a standard error: sums over accepted ones."""
    elo, error, best = [], [], {None: (0.0, 0.0)}
    for g in generations:
        v = g.verdict()
        before = best[v["against"]]
        now = before[0] + v["elo"], (before[1] ** 2 + v["error"] ** 2) ** 0.5
        best[g.number] = now
        elo.append((g.number, now[0]))
        error.append(now[1])
    return elo, error


def row_of(g, elo, names):
    v, losses = g.verdict(), g.losses()
    last = losses[-1] if losses else ["-"] * len(names)
    cells = [g.number, g.positions() or "-"] + [nice(x) if x != "-" else x for x in last]
    cells += [f"+{v['won']} ={v['drawn']} -{v['lost']}", f"{100 * v['score']:.1f} %", f"{elo:+.0f}"]
    mark = "" if v["accepted"] else ' class="no" title="rejected"'
    return f"<tr{mark}>" + "".join(f"<td>{html.escape(str(c))}</td>" for c in cells) + "</tr>"


def write(recipe, folder, count):
    """Writes FOLDER/index.html for the first count generations."""
    generations = [Generation(recipe, folder, k) for k in range(count)]
    names = recipe.get("train", "losses").split()
    elo, error = strengths(generations)
    losses = [loss for g in generations for loss in g.losses()]
    curves = [(name, [(i, loss[k]) for i, loss in enumerate(losses) if k < len(loss)])
              for k, name in enumerate(names)]
    seen = [(g.number, g.positions()) for g in generations if g.positions()]
    game = html.escape(recipe.get("learn", "game"))
    head = "".join(f"<th>{html.escape(n)}</th>" for n in
                   ["generation", "positions"] + names + ["match", "score", "Elo"])
    rows = "\n".join(row_of(g, e[1], names) for g, e in zip(generations, elo))
    parts = [
        "<!DOCTYPE html>", f'<html lang="en"><meta charset="utf-8"><title>{game}, learned</title>',
        '<meta name="viewport" content="width=device-width">', f"<style>{STYLE}</style>",
        f"<h1>{game}: generation {count - 1}</h1>",
        chart("Strength by generation, Elo above what played first", "generation",
              [("Elo", elo)], error),
        chart("Loss of what was held out, at each measurement of each training", "measurement", curves),
        chart("Positions learned from", "generation", [("positions", seen)]),
        f"<table><tr>{head}</tr>", rows, "</table></html>", ""]
    path = os.path.join(folder, "index.html")
    with open(path + ".part", "w") as file:
        file.write("\n".join(p for p in parts if p))
    os.replace(path + ".part", path)
