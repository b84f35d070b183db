'use strict';
/* Draws boards as SVG.  Lengths are in fields, rows are counted from the top.  A position is an
   array of letters; game.signs[letter] = [player, character code or 0 for a disc, paths of a
   chess piece].  If game.turned is set, the board is shown from the other side. */

const escapes = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};
const escape = text => String(text).replace(/[&<>"]/g, c => escapes[c]);

const label = (x, y, size, text, more = '') =>
  `<text x="${x}" y="${y}" font-size="${size}" text-anchor="middle" ${more}>${escape(text)}</text>`;

/* The coordinates of a field on a board that is not turned; rows of hexagons are shifted to the right. */
function placeUpright(game, i) {
  const y = Math.floor(i / game.w), hexagons = game.grid === 'hexagons';
  return [i % game.w + (hexagons ? y / 2 : 0), hexagons ? .866 * y : y];
}

/* The coordinates of a field as shown; half a turn leaves the shape of every board the same. */
const place = (game, i) => placeUpright(game, game.turned ? game.w * game.h - 1 - i : i);

function boardSize(game) {
  const hexagons = game.grid === 'hexagons';
  return [game.w + (hexagons ? (game.h - 1) / 2 : 0), hexagons ? .866 * (game.h - 1) + 1.15 : game.h];
}

function drawField(game, x, y, i) {
  const dark = game.dark && (i % game.w + game.h - 1 - Math.floor(i / game.w)) % 2 === 0;
  const paint = `fill="${dark ? game.dark : game.board}" stroke="${game.line}" stroke-width=".03"`;
  if (game.grid === 'hexagons')
    return `<path d="M${x} ${y + .21}l.5-.29l.5.29v.58l-.5.29l-.5-.29z" ${paint}/>`;
  return `<rect x="${x}" y="${y}" width="1" height="1" ${paint}/>`;
}

/* Handicap points of a board of lines. */
function drawStars(game) {
  const at = n => n < 7 ? [] : n < 13 ? [2, n - 3] : [3, n - 4];
  const middle = n => n % 2 ? [(n - 1) / 2] : [];
  const xs = at(game.w), ys = at(game.h), mx = middle(game.w), my = middle(game.h);
  const sides = game.w > 15 && game.h > 15;
  const points = [...xs.flatMap(x => ys.map(y => [x, y])), ...mx.flatMap(x => my.map(y => [x, y]))];
  if (sides)
    points.push(...mx.flatMap(x => ys.map(y => [x, y])), ...xs.flatMap(x => my.map(y => [x, y])));
  return points.map(([x, y]) => `<circle cx="${x + .5}" cy="${y + .5}" r=".1" fill="${game.line}"/>`)
    .join('');
}

function drawLines(game) {
  let d = '';
  for (let x = 0; x < game.w; x++) d += `M${x + .5} .5V${game.h - .5}`;
  for (let y = 0; y < game.h; y++) d += `M.5 ${y + .5}H${game.w - .5}`;
  return `<rect width="${game.w}" height="${game.h}" fill="${game.board}"/>` +
    `<path stroke="${game.line}" stroke-width=".03" d="${d}"/>` + drawStars(game);
}

/* The upper and lower sides belong to the first player, the others to the second. */
function drawSides(game) {
  const stroke = c => c === '#fff' ? '#999' : c;
  const path = (d, c) => `<path fill="none" stroke="${stroke(c)}" stroke-width=".12" d="${d}"/>`;
  let first = '', second = '';
  for (let i = 0; i < game.w; i++) {
    const [x, y] = placeUpright(game, i), [u, v] = placeUpright(game, (game.h - 1) * game.w + i);
    first += `M${x} ${y + .21}l.5-.29l.5.29M${u} ${v + .79}l.5.29l.5-.29`;
  }
  for (let i = 0; i < game.h; i++) {
    const [x, y] = placeUpright(game, i * game.w), [u] = placeUpright(game, (i + 1) * game.w - 1);
    second += `M${x} ${y + .21}v.58M${u + 1} ${y + .21}v.58`;
  }
  return path(second, game.colour1) + path(first, game.colour0);
}

/* Chess pieces are paths in a field of 100 by 100: [player, sign, body, strokes]; other signs
   are text. */
function drawChessPiece([player, , body, strokes], x, y) {
  return `<g class="man" transform="translate(${x} ${y}) scale(.01)" stroke="#000" stroke-width="4" ` +
    `stroke-linejoin="round" stroke-linecap="round"><path fill="${player ? '#222' : '#fff'}" d="${body}"/>` +
    `<path fill="none" stroke="${player ? '#ddd' : '#000'}" d="${strokes}"/></g>`;
}

function drawPiece(game, letter, i) {
  const piece = game.signs[letter], [x, y] = place(game, i);
  if (!piece) return '';
  if (piece[2]) return drawChessPiece(piece, x, y);
  if (piece[1]) return label(x + .5, y + .83, .88, String.fromCodePoint(piece[1]), 'fill="#222"');
  const r = game.grid === 'hexagons' ? .38 : .46;
  return `<circle cx="${x + .5}" cy="${y + .5}" r="${r}" stroke="#000" stroke-width=".03" ` +
    `fill="${piece[0] ? game.colour1 : game.colour0}"/>`;
}

/* The expected owners of points: squares in the players' colours, larger if more certain. */
function drawOwner(game, own) {
  let s = '';
  for (let i = 0; i < own.length; i++) {
    const value = (own.charCodeAt(i) - 75) / 10, [x, y] = place(game, i), half = Math.abs(value) * .24;
    if (half < .05) continue;
    s += `<rect x="${x + .5 - half}" y="${y + .5 - half}" width="${2 * half}" height="${2 * half}" ` +
      `fill="${value > 0 ? game.colour0 : game.colour1}" stroke="#888" stroke-width=".02" opacity=".8"/>`;
  }
  return s;
}

/* The changes of a move as [[point, letter], ...]. */
function changePairs(changes) {
  const list = [];
  for (let i = 0; i < changes.length; i += 2) list.push([changes[i], changes[i + 1]]);
  return list;
}

/* The points that a move leaves, and those to which the player's pieces go. */
function moveEnds(game, pieces, changes, player) {
  const from = [], to = [];
  for (const [i, letter] of changePairs(changes)) {
    const mine = game.signs[letter] && game.signs[letter][0] === player;
    if (mine && (game.signs[letter][1] || pieces[i] === '.')) to.push(i);
    else if (letter === '.' && game.signs[pieces[i]] && game.signs[pieces[i]][0] === player) from.push(i);
  }
  return {from, to};
}

/* Draws a move as a ring, or as an arrow if a piece leaves a field. */
function drawMove(game, {from, to}, kind) {
  if (!to.length) return '';
  const [x, y] = place(game, to[0]);
  if (from.length !== 1 || to.length !== 1)
    return `<circle class="move ${kind}" cx="${x + .5}" cy="${y + .5}" r=".36"/>`;
  const [u, v] = place(game, from[0]), length = Math.hypot(x - u, y - v) || 1;
  const dx = (x - u) / length, dy = (y - v) / length, tx = x + .5 - dx * .2, ty = y + .5 - dy * .2;
  return `<path class="move ${kind}" d="M${u + .5} ${v + .5}L${tx} ${ty}` +
    `M${tx - .28 * dx - .18 * dy} ${ty - .28 * dy + .18 * dx}L${tx} ${ty}` +
    `L${tx - .28 * dx + .18 * dy} ${ty - .28 * dy - .18 * dx}"/>`;
}

function drawLast(game, pieces, points) {
  return points.map(i => {
    const piece = game.signs[pieces[i]], [x, y] = place(game, i);
    if (piece && !piece[1]) return `<circle class="last" cx="${x + .5}" cy="${y + .5}" r=".15"/>`;
    return `<rect class="last frame" x="${x + .04}" y="${y + .04}" width=".92" height=".92"/>`;
  }).join('');
}

function drawNumbers(game, pieces, numbers) {
  return numbers.map(([i, n]) => {
    const [x, y] = place(game, i), piece = game.signs[pieces[i]];
    if (!piece || piece[1]) return '';
    return label(x + .5, y + .67, .5, n, `class="number" fill="${piece[0] ? '#c30' : '#f96'}"`);
  }).join('');
}

/* Draws the winning line: points from one end to the other, -1 after each row. */
function drawWinningLine(game, won) {
  let d = '', to = 'M';
  for (const i of won) {
    const [x, y] = i < 0 ? [] : place(game, i);
    if (i >= 0) d += `${to}${x + .5} ${y + .5}`;
    to = i < 0 ? 'M' : 'L';
  }
  return `<path class="won" d="${d}"/>`;
}

function drawCursor(game, i) {
  const [x, y] = place(game, i);
  return `<rect class="cursor" x="${x + .02}" y="${y + .02}" width=".96" height=".96"/>`;
}

function drawEdges(game) {
  const [, high] = boardSize(game);
  let s = '';
  for (let x = 0; x < game.w; x++)
    s += label(placeUpright(game, (game.h - 1) * game.w + x)[0] + .5, high + .5, .36,
      game.columns[game.turned ? game.w - 1 - x : x] || '', 'class="edge"');
  for (let y = 0; y < game.h; y++) {
    const [x, top] = placeUpright(game, y * game.w), row = game.turned ? game.h - 1 - y : y;
    s += label(x - .36, top + .63, .36, game.top ? row + 1 : game.h - row, 'class="edge"');
  }
  return s;
}

/* Draws the board; view: {pieces, last: points, marks: [[ends, kind]], own, numbers, won,
   cursor, title}. */
function drawBoard(game, view) {
  const [wide, high] = boardSize(game), points = [...view.pieces.keys()];
  let s = `<svg viewBox="-.85 -.15 ${wide + 1} ${high + .95}" role="img"><title>${escape(view.title)}` +
    '</title>';
  s += game.grid === 'lines' ? drawLines(game) : points.map(i => drawField(game, ...place(game, i), i)).join('');
  if (game.grid === 'hexagons' && game.sides) s += drawSides(game);
  s += points.map(i => drawPiece(game, view.pieces[i], i)).join('');
  if (view.own) s += drawOwner(game, view.own);
  s += drawLast(game, view.pieces, view.numbers && view.numbers.length ? [] : view.last || []);
  if (view.numbers) s += drawNumbers(game, view.pieces, view.numbers);
  s += (view.marks || []).map(([move, kind]) => drawMove(game, move, kind)).join('');
  if (view.won) s += drawWinningLine(game, view.won);
  if (view.cursor >= 0) s += drawCursor(game, view.cursor);
  return s + drawEdges(game) + '</svg>';
}
