/* The games, and the position shown.  data.games are games of the file; data.first of them are
   on earlier pages; results.js says what is in each.  sums[4 * player + 1 + phase] has the statistics of a
   player: [moves, accuracy, loss, points, doubtful, bad, very bad]. */
const data = JSON.parse(document.getElementById('data').textContent);
const page = document.getElementById('page');
const phases = ['first third', 'middle third', 'last third'];
const state = {game: null, k: 0, line: null, step: 0, own: false, best: true, quiz: null};

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
