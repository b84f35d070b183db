/* The games, and the position shown.  data.games are games of the file; data.first of them are
   on earlier pages.  In each, positions[k] holds the results before move k: v is the value for
   the first player, d the changes since the previous position, best and others are lines of play
   with [text, changes] for each move.  sums[4 * player + 1 + phase] has the statistics of a
   player: [moves, accuracy, loss, points, doubtful, bad, very bad]. */
const data = JSON.parse(document.getElementById('data').textContent);
const page = document.getElementById('page');
const grades = ['?!', '?', '??'], words = ['doubtful', 'bad', 'very bad'];
const phases = ['first third', 'middle third', 'last third'];
const state = {game: null, k: 0, line: null, step: 0, own: false, best: true, quiz: null};

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

/* Numbers moves as "1." and "1..." if the first player is White; otherwise each move has a
   number, as in Go. */
function moveNumber(game, k) {
  const pairsUp = game.player0 === 'White' && game.positions[0].p === 0;
  return pairsUp ? Math.floor(k / 2) + 1 + (k % 2 ? '...' : '.') : k + 1 + '.';
}

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

/* The board shown: the position, or one of a line of play. */
function shownBoard() {
  const {game, k, line, step} = state, pieces = [...piecesAt(game, k)], position = game.positions[k];
  const shown = {pieces, last: [], marks: [], numbers: [], title: positionText()};
  if (state.quiz && !state.quiz.done) shown.cursor = state.quiz.cursor;
  let mover = position.p;
  if (!line) {
    if (k > 0) shown.last = moveEnds(game, piecesAt(game, k - 1), position.d, game.positions[k - 1].p).to;
    shown.won = position.won;
    if (state.own && !state.quiz) shown.own = position.own;
    if (state.quiz) shown.marks = state.quiz.marks;
    else if (state.best) shown.marks = marksAt(game, k);
    return shown;
  }
  for (let i = 0; i < step; i++, mover = 1 - mover) {
    const changes = line.moves[i][1], {to} = moveEnds(game, pieces, changes, mover);
    for (const [at, letter] of changePairs(changes)) pieces[at] = letter;
    shown.last = to;
    if (to.length) shown.numbers.push([to[0], i + 1]);
  }
  return shown;
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

function positionText() {
  const {game, k, line, step} = state;
  if (state.quiz) return state.quiz.message;
  if (line) return `${line.title}: ${line.moves.slice(0, step).map(m => m[0]).join(' ') || 'the position before'}`;
  const after = k > 0 ? `After ${moveWords(game, k - 1)} ` : 'Before the first move. ';
  return after + valueOf(game, game.positions[k]) + '.';
}

/* ---- navigation ---- */

function goToMove(k) {
  state.line = null;
  state.k = Math.max(0, Math.min(state.game.positions.length - 1, k));
  show();
}

function playLine(line, step) {
  state.line = line;
  state.step = Math.max(0, Math.min(line.moves.length, step));
  show();
}

function stepBy(by) {
  if (state.quiz) return;
  if (state.line) playLine(state.line, state.step + by);
  else goToMove(state.k + by);
}

/* Goes to the next or previous mistake. */
function goToMistake(by) {
  const {positions} = state.game;
  for (let k = state.k + by; k >= 0 && k < positions.length - 1; k += by)
    if (grade(positions[k].loss) >= 0) return goToMove(k);
}
