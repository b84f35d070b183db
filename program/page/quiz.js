/* Quiz: guess the best moves at the turning points. */

function startQuiz() {
  const turns = [...state.game.turns].sort((a, b) => a.k - b.k).filter(turn => state.game.positions[turn.k].best.length);
  if (!turns.length) return;
  state.quiz =
      {turns, at : -1, right : 0, rightOnSecondTry : 0, asked : 0, marks : [], message : '', cursor : -1};
  parts.board.focus({preventScroll: true});
  nextQuestion();
}

/* Does the best move start from a field? */
const movesFromField = (game, k) => moveEnds(game, piecesAt(game, k), game.positions[k].best[0][1], game.positions[k].p).from.length > 0;

function nextQuestion() {
  const quiz = state.quiz, game = state.game;
  if (++quiz.at >= quiz.turns.length) {
    state.quiz = null;
    goToMove(state.k);
    const result = `Quiz: ${quiz.right} of ${quiz.asked} found at once` +
                   (quiz.rightOnSecondTry ? `, ${quiz.rightOnSecondTry} on the second try.` : '.');
    speak(result);
    parts.text.prepend(makeElement('p', {}, makeElement('b', {}, result)));
    return;
  }
  state.line = null;
  state.k = quiz.turns[quiz.at].k;
  Object.assign(quiz, {marks : [], from : null, done : false, tries : 0});
  quiz.message = `Question ${quiz.at + 1} of ${quiz.turns.length}: where would you play for ` +
    `${playerTitle(game, game.positions[state.k].p)}? Click a point${movesFromField(game, state.k) ? ', from and to' : ''}, or select it with the arrow keys and Enter.`;
  show();
  speak(quiz.message);
}

function matchesMove(game, move, point, from) {
  const {from: left, to} = moveEnds(game, piecesAt(game, state.k), move[1], game.positions[state.k].p);
  const column = game.drops && to.length && to[0] % game.w === point % game.w;
  return (to.includes(point) || column) && (from === null || !left.length || left.includes(from));
}

/* What the search found about the move tried: {text, loss, why, moves}; null: nothing. */
function findTried(point, from)
{
    const {game, k} = state, position = game.positions[k], next = game.positions[k + 1],
                 sign = position.p ? -1 : 1;
    const fits = move => matchesMove(game, move, point, from);
    if (fits(position.best[0]))
        return {text : position.best[0][0], loss : 0, best : true};
    if (next && fits([ position.m, next.d ]))
        return {
            text : position.m,
            loss : lossOf(position),
            why : state.quiz.turns[state.quiz.at].why,
            played : true,
            moves : next.best
        };
    const other = position.others.find(([, moves ]) => moves.length && fits(moves[0]));
    return other ? {
        text : other[1][0][0],
        loss : Math.max(0, sign * (position.v - other[0])),
        moves : other[1].slice(1)
    }
                 : null;
}

const continuationText = moves =>
    moves && moves.length ? ` Then ${moves.slice(0, 4).map(move => move[0]).join(' ')}.` : '';

/* What is wrong with the move tried.  Reasons are known only for the move of the game. */
function guessText(tried, point)
{
    if (!tried)
        return `${
            pointWords(state.game, point)
                .split(',')[0]} is not among the moves that were searched.`;
    const text = `${tried.text}${tried.played ? ', the move of the game,' : ''} loses ${
        percent(tried.loss, 1)}.`;
    return [ text + continuationText(tried.moves), ...(tried.why || []) ].join(' ');
}

function answerText(best, line)
{
    return `The best move is ${best[0]}.${continuationText(line.slice(1))}`;
}

/* Judges a move.  The first wrong one may be tried again; the second shows the answer. */
function rateGuess(point, from) {
    const {quiz, game, k} = state, line = game.positions[k].best, tried = findTried(point, from);
    const good = tried && tried.loss < .05;
    const guess = [ {from : from === null ? [] : [ from ], to : [ point ]}, 'guess' ];
    if (quiz.tries === 0)
        quiz.asked++;
    quiz.tries++;
    quiz.from = null;
    quiz.done = good || quiz.tries > 1;
    if (good && quiz.tries === 1)
        quiz.right++;
    else if (good)
        quiz.rightOnSecondTry++;
    quiz.marks = quiz.done ? [ guess, ...marksAt(game, k) ] : [ guess ];
    if (tried && tried.best)
        quiz.message = `Right: ${line[0][0]} is best.${continuationText(line.slice(1))}`;
    else if (good)
        quiz.message = `${tried.text} is also good: ${percent(tried.loss, 1)} less than the best, ${
            line[0][0]}.`;
    else
        quiz.message = guessText(tried, point) +
                    (quiz.done ? ' ' + answerText(line[0], line) : ' Try once more.');
    show();
    speak(quiz.message + (quiz.done ? ' Press Enter to continue.' : ''));
}

/* Handles a click on a point: the move, or its start. */
function selectPoint(point) {
  const {quiz, game, k} = state;
  if (!quiz || quiz.done) return;
  const piece = game.signs[piecesAt(game, k)[point]], moves = moveEnds(game, piecesAt(game, k), game.positions[k].best[0][1], game.positions[k].p);
  const own = piece && piece[0] === game.positions[k].p;
  if (moves.from.length && own) {
    quiz.from = point;
    quiz.marks = [[{from: [], to: [point]}, 'guess']];
    show();
    speak(`From ${pointWords(game, point)}. Where to?`);
  } else if (!moves.from.length || quiz.from !== null) {
    rateGuess(point, moves.from.length ? quiz.from : null);
  }
}

/* ---- keyboard and screen readers ---- */

const pieceNames = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];

/* Describes a point: "D4, Black"; "e5, White pawn"; "C3, empty". */
function pointWords(game, i) {
  const row = Math.floor(i / game.w), piece = game.signs[piecesAt(game, state.k)[i]];
  const pieceName = piece && piece[2] ? ' ' + pieceNames[(piece[1] - 0x2654) % 6] : '';
  return `${game.columns[i % game.w] || ''}${game.top ? row + 1 : game.h - row}, ${piece ? player(game, piece[0]) + pieceName : 'empty'}`;
}

/* Announces a text to screen readers, even if it is the same as before. */
function speak(text) {
  parts.spoken.textContent = parts.spoken.textContent === text ? text + '\u00a0' : text;
}

/* Moves the cursor by columns and rows. */
function moveCursor(dx, dy) {
  const {quiz, game} = state, at = quiz.cursor < 0 ? Math.floor(game.h / 2) * game.w + Math.floor(game.w / 2) : quiz.cursor;
  const step = quiz.cursor < 0 ? 0 : game.turned ? -1 : 1;
  const x = at % game.w + step * dx, y = Math.floor(at / game.w) + step * dy;
  quiz.cursor = Math.max(0, Math.min(game.h - 1, y)) * game.w + Math.max(0, Math.min(game.w - 1, x));
  showBoard();
  speak(pointWords(game, quiz.cursor));
}

const quizKeys = {
  ArrowRight: () => moveCursor(1, 0), ArrowLeft: () => moveCursor(-1, 0), ArrowDown: () => moveCursor(0, 1), ArrowUp: () => moveCursor(0, -1),
  Enter: () => chooseCursor(), ' ': () => chooseCursor()
};

function chooseCursor() {
  if (state.quiz.done) nextQuestion();
  else if (state.quiz.cursor >= 0) selectPoint(state.quiz.cursor);
  else moveCursor(0, 0);
}
