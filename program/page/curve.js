/* The curve of values and leads; a click goes to a move. */

const wide = 640, high = 200, left = 58, foot = 26;
const curveX = (game, k) => left + k / Math.max(1, game.positions.length - 1) * (wide - left - 16);
const curveY = v => 14 + (1 - v) * (high - foot - 14);

function leadPath(game) {
  const leads = game.positions.map(p => p.lead).filter(lead => lead !== undefined);
  if (!leads.length) return ['', 0];
  const maxLead = Math.max(5, Math.ceil(Math.max(...leads.map(Math.abs)) / 5) * 5);
  const points = game.positions.flatMap((p, k) => p.lead === undefined ? [] :
    [`${curveX(game, k).toFixed(1)},${curveY(.5 + p.lead / maxLead / 2).toFixed(1)}`]);
  return [`<polyline class="lead" points="${points.join(' ')}"/>`, maxLead];
}

function drawCurve(game) {
  const points = game.positions.map((p, k) => `${curveX(game, k).toFixed(1)},${curveY(p.v).toFixed(1)}`);
  const [lead] = leadPath(game), last = game.positions.length - 1;
  let s = `<svg class="curve" viewBox="0 0 ${wide} ${high}" role="slider" tabindex="0" ` +
    `aria-label="Moves of the game; the curve is the chance of ${escape(player(game, 0))} to win" ` +
    `aria-valuemin="0" aria-valuemax="${last}">`;
  s += `<polygon class="area" points="${left},${curveY(0)} ${points.join(' ')} ${curveX(game, last)},${curveY(0)}"/>`;
  for (const v of [0, .5, 1])
    s += `<line class="middle" x1="${left}" x2="${wide - 16}" y1="${curveY(v)}" y2="${curveY(v)}"/>` +
      `<text x="${left - 4}" y="${curveY(v) + 6}" text-anchor="end">${percent(v)}</text>`;
  s += `<polyline class="line" points="${points.join(' ')}"/>${lead}`;
  game.positions.forEach((p, k) => {
    const g = k < last ? grade(p.loss) : -1;
    if (g >= 0) s += `<circle class="dot${g}" cx="${curveX(game, k + 1)}" cy="${curveY(game.positions[k + 1].v)}" r="${3 + g}"/>`;
  });
  const each = last > 100 ? 50 : last > 30 ? 10 : 5;
  for (let k = 0; k <= last; k += each)
      s += `<text x="${curveX(game, k)}" y="${high - 5}" text-anchor="middle">${k}</text>`;
  return s + '<line class="now" y1="14" y2="174"/></svg>';
}

/* What the lines mean, below the curve. */
function curveLegend(game)
{
    const [, maxLead] = leadPath(game), name = inside(player(game, 0));
    return make('p', {class : 'faint legend'}, `Curve: ${name}\u2019s chance to win.`,
                maxLead ? ` Dashed: ${name}\u2019s lead, from ${
                              maxLead} points at the top to \u2212${maxLead} at the bottom.`
                        : '');
}

function seek(event) {
  const svg = event.currentTarget, box = svg.getBoundingClientRect(), game = state.game;
  if (event.type === 'pointermove' && !event.buttons) return;
  const x = (event.clientX - box.left) / box.width * wide;
  if (!state.quiz) go(Math.round((x - left) / (wide - left - 16) * (game.positions.length - 1)));
}
