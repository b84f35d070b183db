/* The curve of values and leads; a click goes to a move. */

const curveWidth = 640, curveHeight = 200, curveLeft = 58, curveBottom = 26;
const curveX = (game, k) => curveLeft + k / Math.max(1, game.positions.length - 1) * (curveWidth - curveLeft - 16);
const curveY = v => 14 + (1 - v) * (curveHeight - curveBottom - 14);

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
  let s = `<svg class="curve" viewBox="0 0 ${curveWidth} ${curveHeight}" role="slider" tabindex="0" ` +
    `aria-label="Moves of the game; the curve is the chance of ${escape(player(game, 0))} to win" ` +
    `aria-valuemin="0" aria-valuemax="${last}">`;
  s += `<polygon class="area" points="${curveLeft},${curveY(0)} ${points.join(' ')} ${curveX(game, last)},${curveY(0)}"/>`;
  for (const v of [0, .5, 1])
    s += `<line class="middle" x1="${curveLeft}" x2="${curveWidth - 16}" y1="${curveY(v)}" y2="${curveY(v)}"/>` +
      `<text x="${curveLeft - 4}" y="${curveY(v) + 6}" text-anchor="end">${percent(v)}</text>`;
  s += `<polyline class="line" points="${points.join(' ')}"/>${lead}`;
  game.positions.forEach((p, k) => {
    const g = k < last ? grade(p.loss) : -1;
    if (g >= 0) s += `<circle class="dot${g}" cx="${curveX(game, k + 1)}" cy="${curveY(game.positions[k + 1].v)}" r="${3 + g}"/>`;
  });
  const labelStep = last > 100 ? 50 : last > 30 ? 10 : 5;
  for (let k = 0; k <= last; k += labelStep)
      s += `<text x="${curveX(game, k)}" y="${curveHeight - 5}" text-anchor="middle">${k}</text>`;
  return s + '<line class="now" y1="14" y2="174"/></svg>';
}

/* What the lines mean, below the curve. */
function curveLegend(game)
{
    const [, maxLead] = leadPath(game), name = nameInSentence(player(game, 0));
    return makeElement('p', {class : 'faint legend'}, `Curve: ${name}\u2019s chance to win.`,
                maxLead ? ` Dashed: ${name}\u2019s lead, from ${
                              maxLead} points at the top to \u2212${maxLead} at the bottom.`
                        : '');
}

function seekInCurve(event) {
  const svg = event.currentTarget, box = svg.getBoundingClientRect(), game = state.game;
  if (event.type === 'pointermove' && !event.buttons) return;
  const x = (event.clientX - box.left) / box.width * curveWidth;
  if (!state.quiz) goToMove(Math.round((x - curveLeft) / (curveWidth - curveLeft - 16) * (game.positions.length - 1)));
}
