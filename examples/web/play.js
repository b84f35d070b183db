'use strict';
/* A game between a person and miai, or an analysis.  miai provides the legal moves, the board and the
   winner. */

const $ = id => document.getElementById(id);
const HINT_SECONDS = 2;

let look = null;     // the position shown: the last reply to miai-look
let line = [];       // the line shown, also after the position shown: nodes of tree.js
let record = null;   // the loaded record, as records.js describes it
let ended = '';      // how the game ended, if by resigning
let wantedPly = null; // the position that is being gone to
let taskQueue = Promise.resolve(); // the queue of tasks
let thinking = false, analysing = false, closing = false;
let interrupted = false; // since the last task that looks at it began

const view = new View($('board'), {play: chooseMove, say: text => { $('spoken').textContent = text; }});
const colour = turn => turn ? 'w' : 'b';
const sideName = turn => turn ? look.player1 : look.player0;
const chosenSide = () => $('side').value;
const isPersonsTurn = () => chosenSide() === 'both' || +chosenSide() === look.turn;

/* A legal move in the notation of records. */
function nameOf(move) {
  const at = look.names ? look.legal.split(' ').indexOf(move) : -1;
  return at < 0 ? move : look.names.split(' ')[at];
}

function status(text) {
  if ($('status').textContent !== text) $('status').textContent = text;
}

function interrupt() {
  interrupted = true;
  gtp.interrupt();
}

/* Runs a task after those in the queue; shows errors. */
function enqueue(task) {
  if (thinking) interrupt();
  analysing = false;
  taskQueue = taskQueue.then(task).catch(error => {
    if (look) showActions();
    status(`Error: ${error.message}`);
  });
  return taskQueue;
}

/* ---- the game ---- */

const firstTurn = () => line.length ? line[0].turn : look.turn;
const lineNumber = k => moveText(k, firstTurn(), numbersPairs(look));

/* Shows the list of moves, the curve and the reasons. */
function showLine() {
  const moves = line.map(({turn, move, name}, k) => {
    const g = gradeOf(k);
    return {text: name + (g >= 0 ? grades[g] : ''), kind: g >= 0 ? 'grade' + g : null,
      label: `${lineNumber(k)} ${name}, ${sideName(turn)}${g >= 0 ? ', ' + words[g] : ''}`};
  });
  const focused = $('moves').contains(document.activeElement);
  const table = moveTable(look, firstTurn(), moves, goTo);
  $('moves').replaceChildren(table.box);
  markMove(table, look.moves.length);
  if (focused && look.moves.length) table.buttons[look.moves.length - 1].focus({preventScroll: true});
  showVariations();
  showCurve();
  showReasons();
  view.draw();
}

/* A button for each move that is not made on the board: pass, swap. */
function showExtraMoves() {
  const moves = look.over || ended ? [] : view.moves.filter(m => m.to < 0);
  $('extra').replaceChildren(...moves.map(({text}) => makeElement('button', {click: () => chooseMove([text])},
    text === 'pass' ? 'Pass' : text.startsWith('swap') ? 'Swap' : text)));
}

function showActions() {
  const at = look.moves.length, over = !!look.over || !!ended;
  $('first').disabled = $('back').disabled = at === 0;
  $('forth').disabled = $('last').disabled = at === line.length;
  $('go').disabled = $('hint').disabled = $('analyse').disabled = $('life').disabled = over;
  $('life').hidden = look.game !== 'go';
  $('life').setAttribute('aria-pressed', !!view.pick);
  $('resign').disabled = over || chosenSide() === 'both';
  $('takeback').disabled = !ended && at === 0;
  $('analyse').setAttribute('aria-pressed', analysing);
  $('draw').hidden = !look.draws || chosenSide() === 'both';
  $('draw').disabled = over;
  $('game-line').hidden = isMainLine();
  $('ownerLabel').hidden = look.game !== 'go';
  showExtraMoves();
}

/* The result in words. */
async function result() {
  const score = await gtp.send('final_score').catch(() => '');
  if (/^[BW]\+/.test(score)) {
    const points = parseFloat(score.slice(2));
    return `${sideName(score[0] === 'W' ? 1 : 0)} wins${points > 0 && points !== 1 ? ` by ${points}` : ''}.`;
  }
  return look.score === 0 ? 'A draw.' : `${sideName(look.score < 0 ? 1 : 0)} wins.`;
}

/* The line after the engine's moves: the known one while it agrees, else another variation of the tree.
   name: that of the last move. */
function followMoves(moves, name) {
  const k = moves.findIndex(([, move], i) => !line[i] || line[i].move !== move);
  if (k < 0) return;
  values.length = Math.min(values.length, k + 1);
  line = lineThrough(moves, name);
}

/* Asks for the position, and shows whose turn it is. */
async function refresh(before = '', name = '') {
  look = JSON.parse(await gtp.send('miai-look'));
  followMoves(look.moves, name);
  view.set(look);
  clearFindings();
  showLine();
  showActions();
  if (ended) {
    view.moves = [];
    status(ended);
  } else if (look.over) {
    status(`${before}The game is over.`); // counting may take a while
    status(`${before}The game is over. ${await result()}`);
  } else status(`${before}${sideName(look.turn)} to move${isPersonsTurn() ? chosenSide() === 'both' ? '.' : ': your turn.' : '.'}`);
}

function endByResigning(turn, who) {
  ended = `${who}: ${sideName(1 - turn)} wins.`;
  view.moves = [];
  showActions();
  status(ended);
}

async function think() {
  status(`miai thinks for ${sideName(look.turn)}…`);
  thinking = true;
  const reply = await gtp.send(`kata-genmove_analyze ${colour(look.turn)} 10 ownership true`, info => showInfo(info, false))
    .finally(() => { thinking = false; });
  const move = reply.replace(/^play /, ''), {turn} = look, name = nameOf(move);
  if (move === 'resign') endByResigning(turn, `${sideName(turn)} resigns`);
  else {
    const offers = look.draws && await gtp.send('miai-offers-draw') === 'true';
    await refresh(`${sideName(turn)} plays ${name}${offers ? ' and offers a draw' : ''}. `, name);
  }
  if (!evaluation) await showNetwork();
}

/* Plays miai's move, if it is miai's turn. */
async function answer() {
  if (!look.over && !ended && !isPersonsTurn() && look.moves.length === line.length) await think();
}

function chooseMove(moves) {
  if (moves.length > 1) return askWhichMove(moves);
  const [move] = moves, wasAnalysing = analysing;
  return enqueue(async () => {
    if (ended || !look.legal.split(' ').includes(move)) throw new Error(`${move} is not a legal move now`);
    const {turn} = look, name = nameOf(move);
    await gtp.send(`play ${colour(turn)} ${move}`);
    await refresh(`${sideName(turn)} plays ${name}. `, name);
    await answer();
    if (wasAnalysing) analyse(true);
  });
}

/* Lets the user choose among several moves to the same point. */
function askWhichMove(moves) {
  const names = {q: 'Queen', r: 'Rook', b: 'Bishop', n: 'Knight'};
  $('choice').querySelector('.bar').replaceChildren(...moves.map(move =>
    makeElement('button', {value: move}, names[move.slice(-1)] || move)));
  $('choice').onclose = () => {
    if ($('choice').returnValue) chooseMove([$('choice').returnValue]);
    $('board').focus();
  };
  $('choice').returnValue = '';
  $('choice').showModal();
}

/* Brings the engine to the position after these moves. */
async function playMoves(moves) {
  const commands = [], different = look.moves.findIndex(([, move], i) => !moves[i] || moves[i].move !== move);
  const same = different < 0 ? look.moves.length : different;
  for (let i = look.moves.length; i > same; i--) commands.push('undo');
  for (const {turn, move} of moves.slice(same)) commands.push(`play ${colour(turn)} ${move}`);
  ended = '';
  await Promise.all(commands.map(command => gtp.send(command)));
  await refresh();
}

/* Brings the engine to the position after `ply` moves of the line. */
const moveTo = ply => playMoves(line.slice(0, ply));

/* Goes to the position after `ply` moves; if the next request comes before the engine is there, only to that
   one's. */
function goTo(ply) {
  const wasAnalysing = analysing, goal = wantedPly = Math.max(0, Math.min(line.length, ply));
  return enqueue(async () => {
    if (wantedPly !== goal) return;
    await moveTo(goal);
    if (wantedPly === goal) wantedPly = null;
    if (wasAnalysing) analyse(true);
  });
}

const stepBy = by => goTo((wantedPly === null ? look.moves.length : wantedPly) + by);

/* Shows another line, at the position after `ply` moves. */
function showOtherLine(other, ply) {
  return enqueue(async () => {
    const differs = other.findIndex((node, i) => node !== line[i]);
    if (differs >= 0) values.length = Math.min(values.length, differs + 1);
    line = other;
    await moveTo(Math.min(ply, line.length));
  });
}

/* Returns to the game, at the move where it was left. */
function returnToGame() {
  const game = mainLine(), left = line.findIndex((node, i) => node !== game[i]);
  return showOtherLine(game, Math.min(left < 0 ? line.length : left, look.moves.length));
}

/* Takes back the person's last move, and miai's answer; after resigning or a draw, only that. */
async function takeBack() {
  if (ended) return moveTo(look.moves.length);
  let ply = look.moves.length - 1;
  while (chosenSide() !== 'both' && ply > 0 && line[ply].turn !== +chosenSide()) ply--;
  const taken = line[ply];
  await moveTo(ply);
  removeFromTree(taken);
  line = [...line.slice(0, ply), ...movesAfter(taken.parent)];
  await refresh();
}

function endByDraw() {
  ended = 'The players agree on a draw.';
  view.moves = [];
  showActions();
  status(ended);
}

/* Offers a draw, or accepts miai's. */
async function offerDraw() {
  status('miai considers the offer…');
  const accepts = await gtp.send(`miai-accepts-draw ${colour(1 - chosenSide())}`);
  if (accepts === 'true') endByDraw();
  else status(`miai declines the draw. ${sideName(look.turn)} to move${isPersonsTurn() ? ': your turn.' : '.'}`);
}

async function hint() {
  status(`miai looks for a move for ${sideName(look.turn)}…`);
  const best = await searchFor(HINT_SECONDS, true);
  const first = best && (100 * toFirst(best.rate)).toFixed(0);
  status(best ? `Hint: ${nameOf(best.move)}. ${look.player0} then has ${first} %.` : 'There is no hint here.');
}

/* ---- life and death ---- */

/* A reply to miai-solve-region in words. */
function lifeText(turn, reply) {
  const [, state] = reply.match(/^status (.*)$/m), part = reply.match(/in the (\d+) empty points nearest/);
  const assumes = reply.match(/, if (the group cannot leave .*)$/m);
  const works = [...reply.matchAll(/^works (\S+)/gm)].map(found => found[1]);
  const threats = state.replace(/^ko,?/, '').replace('attacker', 'the attacker').replace('defender', 'the defender');
  const words = state === 'unknown' ? 'nothing is proved in this time'
    : state === 'escapes' ? 'it escapes'
    : state === 'seki' ? 'it is alive in seki'
    : state.startsWith('ko') ? `there is a ko${threats && `:${threats}`}` : `it is ${state}`;
  const where = (part ? ` within its nearest ${part[1]} empty points` : '') + (assumes ? `, provided that ${assumes[1]}` : '');
  return ` If ${sideName(turn)} plays first, ${words}${where}${works.length ? `: ${works.join(', ')}` : ''}.`;
}

/* Says whether the group at a point is alive, for each player first.  An interrupt ends both searches. */
async function solveLife(point) {
  const {turn} = look, solve = async player =>
    lifeText(player, await gtp.send(`miai-solve-region ${colour(player)} ${point}`));
  status(`miai reads the group at ${point}…`);
  thinking = true;
  interrupted = false;
  try {
    const first = await solve(turn);
    const second = interrupted ? '' : await solve(1 - turn);
    status(`The group at ${point}:${first}${second}`);
  } finally {
    thinking = false;
  }
}

/* Waits for a click on the group; a second press of the button cancels. */
function askGroup() {
  const pick = i => {
    view.pick = null;
    showActions();
    if (i < 0) status(`${sideName(look.turn)} to move.`);
    else if (look.pieces[i] === '.') status(`${view.pointName(i)} is empty; there is no group.`);
    else enqueue(() => solveLife(view.pointName(i)));
  };
  if (view.pick) return pick(-1);
  view.pick = pick;
  showActions();
  status('Choose a stone of the group. Escape cancels.');
  return $('board').focus();
}

function analyse(on) {
  analysing = on && !look.over && !ended;
  showActions();
  if (!analysing) {
    taskQueue = taskQueue.then(() => gtp.send('name')).then(() => { view.marks = []; showLine(); });
    return;
  }
  gtp.send(`kata-analyze ${colour(look.turn)} 15 ownership true`, info => analysing && showInfo(info, true)).catch(() => {});
}
