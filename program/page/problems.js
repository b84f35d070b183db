/* The page of a collection of problems.  data.problems[i]: the board, p the side to move, defender
   the owner of the group, and moves, the answers to the first move: result is works, fails, unknown,
   or file for the solution of a file without a proof; line is the move and the moves after it as
   [text, changes]; next has the moves of the next position, if something is left to find there.
   assumes, if present, is what the status assumes.

   Problems are repeated by boxes of days: a problem solved at once moves to the next box, any other
   one back to the first.  The browser keeps the boxes by the problems' keys. */

const collection = JSON.parse(document.getElementById('data').textContent);
const storageName = 'miai problems';
const session = {solved: 0, helped: 0, missed: 0};
const asked = {}; /* the current problem */
let pageParts = {};

/* ---- what is due ---- */

const today = () => Math.floor(Date.now() / 86400000);
let boxes = {}; /* key: [box, day on which it is due] */

function loadBoxes() {
  try {
    boxes = JSON.parse(localStorage.getItem(storageName)) || {};
  } catch (error) {
    boxes = {}; /* not allowed for this page: they last as long as it is open */
  }
}

function recordResult(problem, solved) {
  const [box, due] = boxes[problem.key] || [0, 0], last = collection.days.length - 1;
  if (solved && box && due > today()) return; /* practice before the day does not count */
  const next = !solved ? 1 : box ? Math.min(box + 1, last) : 2;
  boxes[problem.key] = [next, today() + collection.days[next]];
  try {
    localStorage.setItem(storageName, JSON.stringify(boxes));
  } catch (error) { /* see loadBoxes() */ }
}

/* Due ones first, then new ones, then those for a later day. */
function rankOf(problem) {
  const [box, due] = boxes[problem.key] || [0, 0];
  return !box ? 1 : due <= today() ? 0 : 2;
}

function sortProblems() {
  const due = problem => (boxes[problem.key] || [0, 0])[1];
  return [...collection.problems].sort((a, b) => rankOf(a) - rankOf(b) || due(a) - due(b));
}

/* ---- the board ---- */

const pointName = (problem, i) => `${problem.columns[i % problem.w]}${problem.h - Math.floor(i / problem.w)}`;

function applyChanges(pieces, changes) {
  for (const [i, letter] of changePairs(changes)) pieces[i] = letter;
  return pieces;
}

/* The part of the board with stones, and some points around them. */
function cropOf(problem) {
  const used = [...problem.start].flatMap((letter, i) => letter === '.' ? [] : [i]);
  const span = (list, size) => {
    const first = Math.min(...list) - 3, last = Math.max(...list) + 3;
    return [first < 3 ? 0 : first, last > size - 4 ? size - 1 : last];
  };
  return [span(used.map(i => i % problem.w), problem.w), span(used.map(i => Math.floor(i / problem.w)), problem.h)];
}

/* Shows the part of the drawn board, with the coordinates at its edges. */
function cropBoard(svg, problem, [[left, right], [top, bottom]]) {
  const wide = right - left + 1, high = bottom - top + 1;
  let s = '';
  if (bottom < problem.h - 1) {
    s += `<rect class="beyond" x="${left - .85}" y="${bottom + 1}" width="${wide + 2}" height="1"/>`;
    for (let x = left; x <= right; x++) s += label(x + .5, bottom + 1.5, .36, problem.columns[x], 'class="edge"');
  }
  if (left > 0) {
    s += `<rect class="beyond" x="${left - .85}" y="${top - .15}" width=".85" height="${high + 1.2}"/>`;
    for (let y = top; y <= bottom; y++) s += label(left - .36, y + .63, .36, problem.h - y, 'class="edge"');
  }
  svg.setAttribute('viewBox', `${left - .85} ${top - .15} ${wide + 1} ${high + .95}`);
  svg.insertAdjacentHTML('beforeend', s);
}

function showProblemBoard() {
  const {problem, pieces, numbers, last, cursor} = asked;
  pageParts.board.innerHTML = drawBoard(problem, {pieces, numbers, last, cursor, title: taskText(problem)});
  cropBoard(pageParts.board.firstChild, problem, asked.crop);
}

function clickedPoint(event) {
  const svg = pageParts.board.firstChild;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  const x = Math.floor(at.x), y = Math.floor(at.y), {problem} = asked;
  return x < 0 || y < 0 || x >= problem.w || y >= problem.h ? -1 : y * problem.w + x;
}

/* ---- words ---- */

const mover = problem => player(problem, problem.p), opponent = problem => player(problem, 1 - problem.p);

function taskText(problem) {
  return problem.p === problem.defender ? `${mover(problem)} to play and save the group at ${problem.group}.`
    : `${mover(problem)} to play and kill ${opponent(problem)}\u2019s group at ${problem.group}.`;
}

function resultText(problem, {status, assumes}) {
  if (status === 'unknown') return '';
  const words = status === 'ko' ? 'The result is a ko'
    : status === 'escapes' ? `The group at ${problem.group} escapes`
    : `The group at ${problem.group} is ${status === 'seki' ? 'alive in seki' : status}`;
  return `${words}${assumes ? `, provided that ${assumes}` : ''}.`;
}

function sayProblem(text) {
  pageParts.said.textContent = text;
}

function countsText() {
  const ranks = [0, 0, 0];
  for (const problem of collection.problems) ranks[rankOf(problem)]++;
  const all = session.solved + session.helped + session.missed;
  return `${collection.problems.length} problem${collection.problems.length === 1 ? '' : 's'}: ${ranks[0]} to repeat ` +
    `today, ${ranks[1]} new, ${ranks[2]} for later days.` +
    (all ? ` Solved at once: ${session.solved} of ${all}. With help: ${session.helped}. Not solved: ${session.missed}.` : '');
}

/* ---- one problem ---- */

function askProblem(i) {
  const problem = asked.order[asked.at = i];
  Object.assign(asked, {problem, crop: cropOf(problem), helped: false, counted: false, cursor: -1});
  restartProblem();
  pageParts.task.textContent = taskText(problem);
  pageParts.name.textContent = `Problem ${i + 1} of ${asked.order.length}: ${problem.name}`;
  sayProblem(problem.proved ? 'Click a point, or select it with the arrow keys and Enter.'
    : 'The solver has no proof here: only the solution of the file counts.');
}

/* Shows the first position again. */
function restartProblem() {
  Object.assign(asked, {pieces: [...asked.problem.start], node: asked.problem, numbers: [], last: [], hints: 0,
    refuted: false, over: false});
  showProblem();
}

function showProblem() {
  showProblemBoard();
  pageParts.counts.textContent = countsText();
}

/* Ends the problem; only its first end counts. */
function endProblem(kind) {
  if (!asked.counted) {
    session[kind]++;
    recordResult(asked.problem, kind === 'solved');
  }
  asked.counted = asked.over = true;
}

/* Plays moves of a line, with numbers on the stones that stay. */
function playMoves(line) {
  const {problem} = asked;
  let side = problem.p, numbers = [];
  line.forEach(([, changes], n) => {
    const {to} = moveEnds(problem, asked.pieces, changes, side);
    applyChanges(asked.pieces, changes);
    numbers = numbers.filter(([i]) => i !== to[0] && asked.pieces[i] !== '.');
    if (to.length) numbers.push([to[0], n + 1]);
    side = 1 - side;
  });
  return numbers;
}

function refuteMove({line, result}) {
  const {problem} = asked, [first, ...rest] = line.map(step => step[0]);
  asked.helped = true;
  if (result === 'unknown') {
    sayProblem(`${first} is not the solution of the file, and the solver has no proof. Try again.`);
    return;
  }
  asked.before = [[...asked.pieces], asked.last];
  asked.numbers = playMoves(line);
  asked.refuted = true;
  sayProblem(rest.length && rest[0] !== 'pass' ? `${first} fails. ${opponent(problem)} answers ${rest.join(' ')}. Click to try again.`
    : `${first} fails: ${opponent(problem)} need not even answer. Click to try again.`);
}

/* Takes back a refutation. */
function takeBack() {
  [asked.pieces, asked.last] = asked.before;
  asked.numbers = [];
  asked.refuted = false;
  sayProblem('Try again.');
  showProblem();
}

function acceptMove({line, next, result}) {
  const {problem, node} = asked;
  const answered = line.length > 1 && line[1][0] !== 'pass';
  asked.numbers = playMoves(line.slice(0, answered ? 2 : 1));
  asked.last = asked.numbers.slice(-1).map(([i]) => i);
  if (next) {
    Object.assign(asked, {node: next, hints: 0, numbers: []});
    sayProblem(`Right. ${opponent(problem)} answers ${line[1][0]}. Go on.`);
    return;
  }
  endProblem(asked.helped ? 'helped' : 'solved');
  sayProblem(result === 'file' ? 'Right: it is the solution of the file.'
    : `${answered ? `${opponent(problem)} answers ${line[1][0]}. ` : ''}Solved. ${resultText(problem, node)}`);
}

/* The entry of the move on a point; undefined: it is outside the fight. */
function findMoveAt(point) {
  return asked.node.moves.find(({line}) =>
    line.length && moveEnds(asked.problem, asked.pieces, line[0][1], asked.problem.p).to[0] === point);
}

function choosePoint(point) {
  if (asked.refuted) return takeBack();
  if (asked.over || point < 0) return undefined;
  const move = findMoveAt(point), name = pointName(asked.problem, point);
  if (asked.pieces[point] !== '.') sayProblem(`${name} is occupied.`);
  else if (!move) {
    asked.helped = true;
    sayProblem(`${name} is outside the fight, or not legal. Try again.`);
  } else if (move.result === 'works' || move.result === 'file') acceptMove(move);
  else refuteMove(move);
  return showProblem();
}

/* ---- hints and solutions ---- */

const rightMoves = () => asked.node.moves.filter(move => move.result === 'works' || move.result === 'file');

function showHint() {
  const right = rightMoves();
  if (asked.over || !right.length) return;
  if (asked.refuted) takeBack();
  const name = right[0].line[0][0];
  asked.helped = true;
  asked.hints++;
  sayProblem(asked.hints === 1 ? `${right.length} move${right.length === 1 ? ' works' : 's work'} here. Then: ${resultText(asked.problem, asked.node)}`
    : asked.hints === 2 ? `Look at column ${name[0]}.` : `Play ${name}.`);
}

function showSolution() {
  const right = rightMoves();
  if (asked.over || !right.length) return;
  if (asked.refuted) takeBack();
  const others = right.slice(1).map(({line}) => line[0][0]), lines = [];
  for (let move = right[0]; move; move = move.next && move.next.moves.find(({result}) => result === 'works'))
    lines.push(...move.line.slice(0, move.next || move.line.length > 1 && move.line[1][0] !== 'pass' ? 2 : 1));
  asked.numbers = playMoves(lines);
  endProblem('missed');
  sayProblem(`Solution: ${lines.map(step => step[0]).join(' ')}. ${resultText(asked.problem, asked.node)}` +
    (others.length ? ` Also works: ${others.join(' ')}.` : ''));
  showProblem();
}

/* ---- the page ---- */

function nextProblem(by) {
  askProblem((asked.at + by + asked.order.length) % asked.order.length);
}

function moveProblemCursor(dx, dy) {
  const [[left, right], [top, bottom]] = asked.crop, {problem} = asked;
  const at = asked.cursor < 0 ? top * problem.w + left : asked.cursor, step = asked.cursor < 0 ? 0 : 1;
  const x = Math.max(left, Math.min(right, at % problem.w + step * dx));
  const y = Math.max(top, Math.min(bottom, Math.floor(at / problem.w) + step * dy));
  asked.cursor = y * problem.w + x;
  const piece = problem.signs[asked.pieces[asked.cursor]];
  pageParts.spoken.textContent = `${pointName(problem, asked.cursor)}, ${piece ? player(problem, piece[0]) : 'empty'}`;
  showProblemBoard();
}

const problemKeys = {
  ArrowRight: () => moveProblemCursor(1, 0), ArrowLeft: () => moveProblemCursor(-1, 0),
  ArrowDown: () => moveProblemCursor(0, 1), ArrowUp: () => moveProblemCursor(0, -1),
  Enter: () => choosePoint(asked.cursor), ' ': () => choosePoint(asked.cursor),
  h: showHint, s: showSolution, r: restartProblem, n: () => nextProblem(1), p: () => nextProblem(-1)
};

function problemKeysText() {
  const list = [['\u2190 \u2191 \u2192 \u2193 Enter', 'select a point'], ['h', 'hint'], ['s', 'solution'],
    ['r', 'again'], ['n', 'next'], ['p', 'previous']];
  return makeElement('p', {class: 'faint keys'}, 'Keys: ', ...list.flatMap(([names, what], i) =>
    [i ? ', ' : '', ...names.split(' ').flatMap(name => [makeElement('kbd', {}, name), ' ']), what]), '.');
}

function startProblems() {
  const button = (text, click) => makeElement('button', {type: 'button', click}, text);
  const part = (tag, attributes) => makeElement(tag, attributes);
  pageParts = {board: part('div', {class: 'board', tabindex: '0', role: 'application', 'aria-label': 'Board'}),
    task: part('h2', {}), name: part('p', {class: 'faint'}), counts: part('p', {class: 'faint'}),
    said: part('p', {class: 'box said', 'aria-live': 'polite'}), spoken: part('div', {class: 'spoken', 'aria-live': 'assertive'})};
  pageParts.board.addEventListener('click', event => choosePoint(clickedPoint(event)));
  const bar = makeElement('div', {class: 'bar', role: 'toolbar', 'aria-label': 'Problem'}, button('Hint', showHint),
    button('Solution', showSolution), button('Again', () => { restartProblem(); sayProblem(''); }),
    button('Previous', () => nextProblem(-1)), button('Next', () => nextProblem(1)));
  document.getElementById('page').replaceChildren(makeElement('h1', {}, document.title), pageParts.counts,
    makeElement('div', {class: 'desk'}, makeElement('div', {}, pageParts.board),
      makeElement('div', {}, pageParts.name, pageParts.task, pageParts.said, bar, problemKeysText())), pageParts.spoken);
  document.addEventListener('keydown', event => {
    const pressed = event.target.tagName === 'BUTTON' && (event.key === 'Enter' || event.key === ' ');
    const key = problemKeys[event.key];
    if (!key || pressed || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    key();
  });
  loadBoxes();
  asked.order = sortProblems();
  askProblem(0);
}
