/* What the results of an analysed game mean, in words and numbers; used by the pages of analysed games
   and by examples/web.  In a game, positions[k] holds the results before move k: v is the value for
   the first player, p the side to move, m the move played, loss its loss, d the changes since the previous
   position, best and others are lines of play with [text, changes] for each move. */
const grades = ['?!', '?', '??'], words = ['doubtful', 'bad', 'very bad'];

/* Creates an element with attributes and content. */
function makeElement(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...inside.filter(part => part !== null && part !== undefined));
  return element;
}

const percent = (value, digits = 0) => (100 * value).toFixed(digits) + '%';
const grade = loss => loss >= .2 ? 2 : loss >= .1 ? 1 : loss >= .05 ? 0 : -1;
const player = (game, p) => p ? game.player1 : game.player0;
/* The form used within a sentence. */
const nameInSentence = name => name.replace(/^The /, 'the ');
/* The values of the best move and of the one played, for the first player, from one search.  All
   losses shown are computed from these two, in tenths of a per cent, so that they add up. */
const inTenths = value => Math.round(1000 * value);
const playedValue = position => position.v + (position.p ? 1 : -1) * position.loss;
const lossOf = position => Math.abs(inTenths(position.v) - inTenths(playedValue(position))) / 1000;
const valueChange = position => `${percent(position.v, 1)} to ${percent(playedValue(position), 1)}`;
/* All percentages on the page are for the first player. */
const perspectiveText = game => `Percentages are ${nameInSentence(player(game, 0))}\u2019s chance to win.`;

const moveNumber = (game, k) => moveText(k, game.positions[0].p, numbersPairs(game));

function playerTitle(game, p) {
  const name = p ? game.second : game.first;
  return name ? `${name} (${nameInSentence(player(game, p))})` : player(game, p);
}

/* ---- positions ---- */

function piecesAt(game, k) {
  if (!game.boards) {
    game.boards = [[...game.start]];
    for (const position of game.positions.slice(1)) {
      const pieces = [...game.boards[game.boards.length - 1]];
      for (const [i, letter] of changePairs(position.d)) pieces[i] = letter;
      game.boards.push(pieces);
    }
  }
  return game.boards[k];
}

/* The lines that can be shown from the position before move k. */
function linesAt(game, k) {
  const now = game.positions[k], next = game.positions[k + 1], list = [];
  if (now.best.length) list.push({title: 'best', v: now.v, moves: now.best});
  for (const [v, moves] of now.others) if (moves.length) list.push({title: 'or', v, moves});
  if (next && now.m) list.push({title: 'played', v: playedValue(now), moves: [[now.m, next.d], ...next.best]});
  return list;
}

function marksAt(game, k) {
  const position = game.positions[k], next = game.positions[k + 1], pieces = piecesAt(game, k), marks = [];
  const best = position.best.length ? moveEnds(game, pieces, position.best[0][1], position.p) : null;
  if (next) marks.push([moveEnds(game, pieces, next.d, position.p), 'played']);
  if (best) marks.push([best, 'better']);
  return marks;
}

/* ---- text ---- */

function valueOf(game, position) {
  // Near an even game the chance to win and the lead, which are estimated separately, can disagree.
  const isEven = (position.v - .5) * position.lead < 0;
  const lead = position.lead === undefined ? null : isEven ? 'about even' :
    `${player(game, position.lead < 0 ? 1 : 0)} leads by ${Math.abs(position.lead).toFixed(1)}`;
  const score = position.score === undefined ? null : (position.score > 0 ? '+' : '') + position.score.toFixed(2);
  const moves = Math.ceil(Math.abs(position.mate) / 2);
  const mate = position.mate === undefined ? null :
    `${player(game, position.mate < 0 ? 1 : 0)} wins by force in ${moves > 1 ? `at most ${moves} moves` : '1 move'}`;
  return [ `${player(game, 0)} ${percent(position.v, 1)}`, lead, score, mate ].filter(Boolean).join(
      ', ');
}

function moveWords(game, k) {
  const position = game.positions[k], g = grade(position.loss);
  let text = `${moveNumber(game, k)} ${position.m}`;
  if (k < game.drawn)
      text += ', a random opening move';
  if (lossOf(position) > 0) text += ` loses ${percent(lossOf(position), 1)}, from ${valueChange(position)}`;
  if (position.cost > 0) text += `, and ${position.cost.toFixed(1)} points`;
  if (g >= 0) text += `, ${words[g]}`;
  if (lossOf(position) > 0 && position.best.length) text += `; best was ${position.best[0][0]}`;
  return text + '.';
}
