/* The curve of values and leads; used by the pages of analysed games and by examples/web.  A click goes
   to a move.  Positions without a value are left out. */

const curveWidth = 640, curveHeight = 200, curveLeft = 58, curveBottom = 26;
const curveX = (game, k) => curveLeft + k / Math.max(1, game.positions.length - 1) * (curveWidth - curveLeft - 16);
const curveY = v => 14 + (1 - v) * (curveHeight - curveBottom - 14);

/* The points of a curve: "x,y" of each position for which height() is defined. */
function curvePoints(game, height) {
  return game.positions.flatMap((p, k) => height(p) === undefined ? [] :
    [[+curveX(game, k).toFixed(1), +curveY(height(p)).toFixed(1)]]);
}

function leadPath(game) {
  const leads = game.positions.map(p => p.lead).filter(lead => lead !== undefined);
  if (!leads.length) return ['', 0];
  const maxLead = Math.max(5, Math.ceil(Math.max(...leads.map(Math.abs)) / 5) * 5);
  const points = curvePoints(game, p => p.lead === undefined ? undefined : .5 + p.lead / maxLead / 2);
  return [`<polyline class="lead" points="${points.join(' ')}"/>`, maxLead];
}

/* The shares of both players, each in its colour. */
function drawShares(game, points) {
  const right = curveWidth - 16, bottom = curveY(0);
  const frame = `x="${curveLeft}" y="${curveY(1)}" width="${right - curveLeft}" height="${bottom - curveY(1)}"`;
  if (!points.length) return '';
  const [[from], [to]] = [points[0], points[points.length - 1]];
  return `<rect class="share" ${frame} fill="${game.colour1}"/>` +
    `<polygon class="share" points="${from},${bottom} ${points.join(' ')} ${to},${bottom}" fill="${game.colour0}"/>`;
}

function drawMistakes(game) {
  const {positions} = game;
  return positions.slice(0, -1).map((p, k) => {
    const g = p.loss === undefined ? -1 : grade(p.loss), x = curveX(game, k + 1);
    return g < 0 ? '' : `<circle class="dot${g}" cx="${x}" cy="${curveY(positions[k + 1].v)}" r="${3 + g}"/>`;
  }).join('');
}

function drawCurve(game) {
  const points = curvePoints(game, p => p.v), [lead] = leadPath(game), last = game.positions.length - 1;
  let s = `<svg class="curve" viewBox="0 0 ${curveWidth} ${curveHeight}" role="slider" tabindex="0" ` +
    `aria-label="Moves of the game; the curve is the chance of ${escape(nameInSentence(player(game, 0)))} to win" ` +
    `aria-valuemin="0" aria-valuemax="${last}" aria-valuenow="0">${drawShares(game, points)}`;
  for (const v of [0, .5, 1])
    s += `<line class="middle" x1="${curveLeft}" x2="${curveWidth - 16}" y1="${curveY(v)}" y2="${curveY(v)}"/>` +
      `<text x="${curveLeft - 4}" y="${curveY(v) + 6}" text-anchor="end">${percent(v)}</text>`;
  s += `<polyline class="line" points="${points.join(' ')}"/>${lead}${drawMistakes(game)}`;
  const labelStep = last > 100 ? 50 : last > 30 ? 10 : 5;
  for (let k = 0; k <= last; k += labelStep)
    s += `<text x="${curveX(game, k)}" y="${curveHeight - 5}" text-anchor="middle">${k}</text>`;
  return s + '<line class="now" y1="14" y2="174"/></svg>';
}

/* Marks position k on the curve; text: what is said of it. */
function markInCurve(svg, game, k, text) {
  const now = svg.querySelector('.now'), x = curveX(game, k);
  now.setAttribute('x1', x);
  now.setAttribute('x2', x);
  svg.setAttribute('aria-valuenow', k);
  svg.setAttribute('aria-valuetext', text);
}

/* What the lines mean, below the curve. */
function curveLegend(game) {
  const [, maxLead] = leadPath(game), name = nameInSentence(player(game, 0));
  return makeElement('p', {class: 'faint legend'}, `Curve: ${name}\u2019s chance to win.`, maxLead ?
    ` Dashed: ${name}\u2019s lead, from ${maxLead} points at the top to \u2212${maxLead} at the bottom.` : '');
}

/* Calls select(k) for the position that is clicked, or reached with the button down. */
function addCurveListeners(svg, game, select) {
  const seek = event => {
    if (event.type === 'pointermove' && !event.buttons) return;
    const box = svg.getBoundingClientRect(), x = (event.clientX - box.left) / box.width * curveWidth;
    const last = game.positions.length - 1;
    const k = Math.round((x - curveLeft) / (curveWidth - curveLeft - 16) * last);
    select(Math.max(0, Math.min(last, k)));
  };
  for (const name of ['pointerdown', 'pointermove']) svg.addEventListener(name, seek);
}
