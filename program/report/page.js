/* The page: data.games are the games; of each, positions[k] is what was found before the k-th move,
   v its value to the first player, d what changed since the position before, best and others lines
   of play, [text, changes] each; sums[4 * player + 1 + phase] what a player's moves came to:
   [moves, accuracy, loss, points, doubtful, bad, very bad]. */
const data = JSON.parse(document.getElementById('data').textContent);
const page = document.getElementById('page');
const grades = ['?!', '?', '??'], words = ['doubtful', 'bad', 'very bad'];
const phases = ['first third', 'middle third', 'last third'];
const state = {game: null, k: 0, line: null, step: 0, own: false, best: true, quiz: null};

/* An element with its attributes and what is in it. */
function make(tag, attributes = {}, ...inside) {
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
const sideOf = (game, v) => player(game, v < .5 ? 1 : 0);

/* 1. e4, 1... e5 where the first player is White; 17 elsewhere, as Go counts. */
function moveNumber(game, k) {
  const pairsUp = game.player0 === 'White' && game.positions[0].p === 0;
  return pairsUp ? Math.floor(k / 2) + 1 + (k % 2 ? '...' : '.') : k + 1 + '.';
}

function named(game, p) {
  const name = p ? game.second : game.first;
  return name ? `${name} (${player(game, p)})` : player(game, p);
}

/* ---- positions ---- */

function piecesAt(game, k) {
  if (!game.boards) {
    game.boards = [[...game.start]];
    for (const position of game.positions.slice(1)) {
      const pieces = [...game.boards[game.boards.length - 1]];
      for (const [i, letter] of pairs(position.d)) pieces[i] = letter;
      game.boards.push(pieces);
    }
  }
  return game.boards[k];
}

/* The lines that can be played from the position before the k-th move. */
function linesAt(game, k) {
  const now = game.positions[k], next = game.positions[k + 1], list = [];
  if (now.best.length) list.push({title: 'best', v: now.v, moves: now.best});
  for (const [v, moves] of now.others) if (moves.length) list.push({title: 'or', v, moves});
  if (next && now.m) list.push({title: 'played', v: next.v, moves: [[now.m, next.d], ...next.best]});
  return list;
}

/* What is on the board: the position, or one of a line that is played out. */
function view() {
  const {game, k, line, step} = state, pieces = [...piecesAt(game, k)], position = game.positions[k];
  const shown = {pieces, last: [], marks: [], numbers: [], title: said()};
  let mover = position.p;
  if (!line) {
    if (k > 0) shown.last = ends(game, piecesAt(game, k - 1), position.d, game.positions[k - 1].p).to;
    if (state.own && !state.quiz) shown.own = position.own;
    if (state.quiz) shown.marks = state.quiz.marks;
    else if (state.best) shown.marks = marksAt(game, k);
    return shown;
  }
  for (let i = 0; i < step; i++, mover = 1 - mover) {
    const changes = line.moves[i][1], {to} = ends(game, pieces, changes, mover);
    for (const [at, letter] of pairs(changes)) pieces[at] = letter;
    shown.last = to;
    if (to.length) shown.numbers.push([to[0], i + 1]);
  }
  return shown;
}

function marksAt(game, k) {
  const position = game.positions[k], next = game.positions[k + 1], pieces = piecesAt(game, k), marks = [];
  const best = position.best.length ? ends(game, pieces, position.best[0][1], position.p) : null;
  if (next) marks.push([ends(game, pieces, next.d, position.p), 'played']);
  if (best) marks.push([best, 'better']);
  return marks;
}

/* ---- words ---- */

function valueOf(game, position) {
  const lead = position.lead === undefined ? null :
    `${player(game, position.lead < 0 ? 1 : 0)} leads by ${Math.abs(position.lead).toFixed(1)}`;
  const score = position.score === undefined ? null : (position.score > 0 ? '+' : '') + position.score.toFixed(2);
  const mate = position.mate === undefined ? null :
    `${player(game, position.mate < 0 ? 1 : 0)} wins by force in ${Math.ceil(Math.abs(position.mate) / 2)}`;
  const v = position.v, side = v < .5 ? 1 - v : v;
  return [`${percent(side, 1)} for ${sideOf(game, v)}`, lead, score, mate].filter(Boolean).join(', ');
}

function moveWords(game, k) {
  const position = game.positions[k], g = grade(position.loss);
  let text = `${moveNumber(game, k)} ${position.m}`;
  if (position.loss > 0) text += ` loses ${percent(position.loss, 1)}`;
  if (position.cost > 0) text += ` (${position.cost.toFixed(1)} points)`;
  if (g >= 0) text += `, ${words[g]}`;
  if (position.loss > 0 && position.best.length) text += `; best was ${position.best[0][0]}`;
  return text + '.';
}

function said() {
  const {game, k, line, step} = state;
  if (state.quiz) return state.quiz.said;
  if (line) return `${line.title}: ${line.moves.slice(0, step).map(m => m[0]).join(' ') || 'the position before'}`;
  const after = k > 0 ? `After ${moveWords(game, k - 1)} ` : 'Before the first move. ';
  return after + valueOf(game, game.positions[k]) + '.';
}

/* ---- going through the game ---- */

function go(k) {
  state.line = null;
  state.k = Math.max(0, Math.min(state.game.positions.length - 1, k));
  show();
}

function playLine(line, step) {
  state.line = line;
  state.step = Math.max(0, Math.min(line.moves.length, step));
  show();
}

function step(by) {
  if (state.quiz) return;
  if (state.line) playLine(state.line, state.step + by);
  else go(state.k + by);
}

/* To the next or the last move before that was a mistake. */
function jump(by) {
  const {positions} = state.game;
  for (let k = state.k + by; k >= 0 && k < positions.length - 1; k += by)
    if (grade(positions[k].loss) >= 0) return go(k);
}

/* ---- quiz: the reader guesses at the turning points ---- */

function startQuiz() {
  const turns = [...state.game.turns].sort((a, b) => a.k - b.k).filter(turn => state.game.positions[turn.k].best.length);
  if (!turns.length) return;
  state.quiz = {turns, at: -1, right: 0, asked: 0, marks: [], said: ''};
  nextQuestion();
}

/* Does the best move leave a field? */
const leaves = (game, k) => ends(game, piecesAt(game, k), game.positions[k].best[0][1], game.positions[k].p).from.length > 0;

function nextQuestion() {
  const quiz = state.quiz, game = state.game;
  if (++quiz.at >= quiz.turns.length) {
    state.quiz = null;
    go(state.k);
    parts.said.prepend(make('p', {}, make('b', {}, `Quiz: ${quiz.right} of ${quiz.asked} found.`)));
    return;
  }
  state.line = null;
  state.k = quiz.turns[quiz.at].k;
  Object.assign(quiz, {marks: [], from: null, done: false});
  quiz.said = `Question ${quiz.at + 1} of ${quiz.turns.length}: where would you play for ` +
    `${named(game, game.positions[state.k].p)}? Press a point${leaves(game, state.k) ? ', from and to' : ''}.`;
  show();
}

function meets(game, move, point, from) {
  const {from: left, to} = ends(game, piecesAt(game, state.k), move[1], game.positions[state.k].p);
  const column = game.drops && to.length && to[0] % game.w === point % game.w;
  return (to.includes(point) || column) && (from === null || !left.length || left.includes(from));
}

function judge(point, from) {
  const {quiz, game, k} = state, position = game.positions[k], next = game.positions[k + 1];
  const best = position.best[0], sign = position.p ? -1 : 1;
  const guess = {from: from === null ? [] : [from], to: [point]};
  quiz.done = true;
  quiz.asked++;
  quiz.marks = [[guess, 'guess'], ...marksAt(game, k)];
  if (meets(game, best, point, from)) {
    quiz.right++;
    quiz.said = `Right: ${best[0]} is best.`;
  } else if (next && meets(game, [position.m, next.d], point, from)) {
    quiz.said = `That was played, and lost ${percent(position.loss, 1)}. Best was ${best[0]}.`;
  } else {
    const other = position.others.find(([, moves]) => moves.length && meets(game, moves[0], point, from));
    const loss = other ? Math.max(0, sign * (position.v - other[0])) : 0;
    if (other && loss < .05) quiz.right++;
    quiz.said = other ? `${other[1][0][0]} is good: ${percent(loss, 1)} less than ${best[0]}, the best.`
      : `Not what was looked for: best is ${best[0]}.`;
  }
  show();
}

/* A point was pressed: the move, or where it begins. */
function press(point) {
  const {quiz, game, k} = state;
  if (!quiz || quiz.done) return;
  const piece = game.signs[piecesAt(game, k)[point]], moves = ends(game, piecesAt(game, k), game.positions[k].best[0][1], game.positions[k].p);
  const own = piece && piece[0] === game.positions[k].p;
  if (moves.from.length && own) {
    quiz.from = point;
    quiz.marks = [[{from: [], to: [point]}, 'guess']];
    show();
  } else if (!moves.from.length || quiz.from !== null) {
    judge(point, moves.from.length ? quiz.from : null);
  }
}

/* ---- the curve ---- */

const wide = 640, high = 200, left = 34, foot = 18;
const curveX = (game, k) => left + k / Math.max(1, game.positions.length - 1) * (wide - left - 6);
const curveY = v => 6 + (1 - v) * (high - foot - 6);

function leadPath(game) {
  const leads = game.positions.map(p => p.lead).filter(lead => lead !== undefined);
  if (!leads.length) return ['', 0];
  const most = Math.max(5, Math.ceil(Math.max(...leads.map(Math.abs)) / 5) * 5);
  const points = game.positions.flatMap((p, k) => p.lead === undefined ? [] :
    [`${curveX(game, k).toFixed(1)},${curveY(.5 + p.lead / most / 2).toFixed(1)}`]);
  return [`<polyline class="lead" points="${points.join(' ')}"/>`, most];
}

function drawCurve(game) {
  const points = game.positions.map((p, k) => `${curveX(game, k).toFixed(1)},${curveY(p.v).toFixed(1)}`);
  const [lead, most] = leadPath(game), last = game.positions.length - 1;
  let s = `<svg class="curve" viewBox="0 0 ${wide} ${high}" role="slider" tabindex="0" ` +
    `aria-label="Moves of the game; the curve is the chance of ${escape(player(game, 0))} to win" ` +
    `aria-valuemin="0" aria-valuemax="${last}">`;
  s += `<polygon class="area" points="${left},${curveY(0)} ${points.join(' ')} ${curveX(game, last)},${curveY(0)}"/>`;
  for (const v of [0, .5, 1])
    s += `<line class="middle" x1="${left}" x2="${wide - 6}" y1="${curveY(v)}" y2="${curveY(v)}"/>` +
      `<text x="${left - 4}" y="${curveY(v) + 4}" text-anchor="end">${percent(v)}</text>`;
  s += `<polyline class="line" points="${points.join(' ')}"/>${lead}`;
  game.positions.forEach((p, k) => {
    const g = k < last ? grade(p.loss) : -1;
    if (g >= 0) s += `<circle class="dot${g}" cx="${curveX(game, k + 1)}" cy="${curveY(game.positions[k + 1].v)}" r="${3 + g}"/>`;
  });
  const each = last > 100 ? 50 : last > 30 ? 10 : 5;
  for (let k = 0; k <= last; k += each)
    s += `<text x="${curveX(game, k)}" y="${high - 5}" text-anchor="middle">${k}</text>`;
  if (most) s += `<text x="${wide - 8}" y="16" text-anchor="end">dashed: lead, up to ${most} points</text>`;
  return s + '<line class="now" y1="6" y2="182"/></svg>';
}

function seek(event) {
  const svg = event.currentTarget, box = svg.getBoundingClientRect(), game = state.game;
  if (event.type === 'pointermove' && !event.buttons) return;
  const x = (event.clientX - box.left) / box.width * wide;
  if (!state.quiz) go(Math.round((x - left) / (wide - left - 6) * (game.positions.length - 1)));
}

/* ---- tables ---- */

const row = (cells, tag = 'td') => make('tr', {}, ...cells.map(cell => make(tag, tag === 'th' ? {scope: 'col'} : {}, cell)));

function sumRow(game, name, [moves, accuracy, loss, cost, doubtful, bad, worse]) {
  const cells = [name, moves, moves ? accuracy.toFixed(0) + '%' : '', moves ? percent(loss, 1) : ''];
  if (game.points) cells.push(moves ? cost.toFixed(1) : '');
  return row([...cells, doubtful, bad, worse].map(String));
}

function sumsTable(game) {
  const heads = ['', 'moves', 'accuracy', 'loss a move', ...(game.points ? ['points a move'] : []), ...grades];
  const table = make('table', {}, make('caption', {class: 'faint'}, 'What the moves of each player came to'),
    row(heads, 'th'));
  for (const p of [0, 1])
    for (let phase = -1; phase < 3; phase++)
      table.append(sumRow(game, phase < 0 ? named(game, p) : '\u2003' + phases[phase], game.sums[4 * p + 1 + phase]));
  return make('div', {class: 'table'}, table);
}

function lineButtons(line, limit = 99) {
  const box = make('span', {class: 'line'});
  line.moves.slice(0, limit).forEach((move, i) => box.append(make('button', {
    click: () => playLine(line, i + 1), 'aria-current': state.line && state.line.moves === line.moves && state.step === i + 1
  }, move[0])));
  return box;
}

function turnCard(game, turn) {
  const position = game.positions[turn.k], lines = linesAt(game, turn.k);
  const board = make('div', {click: () => { state.game === game && go(turn.k); window.scrollTo(0, 0); }});
  board.innerHTML = drawBoard(game, {pieces: piecesAt(game, turn.k), marks: marksAt(game, turn.k), last: [],
    title: `Before ${moveNumber(game, turn.k)} ${position.m}`});
  const show = (title, text) => {
    const line = lines.find(candidate => candidate.title === title);
    return line && make('p', {}, text + ' ', lineText(turn.k, line, title === 'played' ? 1 : 0));
  };
  const g = grade(position.loss);
  return make('article', {class: 'turn box'},
    make('h3', {class: g >= 0 ? 'grade' + g : null}, `${moveNumber(game, turn.k)} ${position.m}${g >= 0 ? grades[g] : ''}`,
      ` loses ${percent(position.loss, 1)}`, position.cost > 0 ? ` (${position.cost.toFixed(1)} points)` : ''),
    board, turn.why.length ? make('ul', {}, ...turn.why.map(text => make('li', {}, text))) : null,
    show('played', 'Then:'), show('best', 'Better:'));
}

/* A line whose moves show it on the large board. */
function lineText(k, line, from) {
  const box = make('span', {class: 'line'});
  line.moves.slice(from, from + 8).forEach((move, i) => box.append(make('button', {click: () => {
    state.quiz = null; state.k = k; playLine(line, from + i + 1); window.scrollTo(0, 0); }}, move[0])));
  return box;
}

/* ---- several games ---- */

function gameName(game, i) {
  const who = game.first || game.second ? `${game.first || '?'} \u2013 ${game.second || '?'}` : game.title;
  return `${i + 1}. ${who}${game.result ? ', ' + game.result : ''}${game.date ? ', ' + game.date : ''}`;
}

function indexTable() {
  const table = make('table', {}, row(['game', 'moves', 'accuracy', 'worst move'], 'th'));
  data.games.forEach((game, i) => {
    const worst = game.turns[0], open = make('button', {click: () => { choose(i); window.scrollTo(0, 0); }}, gameName(game, i));
    table.append(row([open, String(game.positions.length - 1),
      [0, 1].map(p => game.sums[4 * p][0] ? game.sums[4 * p][1].toFixed(0) + '%' : '\u2013').join(' : '),
      worst ? `${moveNumber(game, worst.k)} ${game.positions[worst.k].m}, ${percent(game.positions[worst.k].loss)}` : '\u2013']));
  });
  return make('div', {class: 'table'}, table);
}

/* What recurs in the games of each player who is named. */
function habits() {
  const players = new Map();
  for (const game of data.games) for (const p of [0, 1]) {
    const name = p ? game.second : game.first;
    if (!name) continue;
    const one = players.get(name) || {games: 0, moves: 0, accuracy: 0, loss: [0, 0, 0], count: [0, 0, 0], kinds: data.kinds.map(() => 0)};
    players.set(name, one);
    one.games++;
    one.moves += game.sums[4 * p][0];
    one.accuracy += game.sums[4 * p][0] * game.sums[4 * p][1];
    for (let phase = 0; phase < 3; phase++) {
      one.loss[phase] += game.sums[4 * p + 1 + phase][0] * game.sums[4 * p + 1 + phase][2];
      one.count[phase] += game.sums[4 * p + 1 + phase][0];
    }
    for (const turn of game.turns) if (game.positions[turn.k].p === p)
      data.kinds.forEach((name, i) => { one.kinds[i] += turn.kinds >> i & 1; });
  }
  return players;
}

function habitsTable() {
  const table = make('table', {}, make('caption', {class: 'faint'}, 'What recurs in a player\u2019s turning points'),
    row(['player', 'games', 'accuracy', ...phases.map(phase => 'loss, ' + phase), 'mistakes'], 'th'));
  for (const [name, one] of habits())
    table.append(row([name, String(one.games), one.moves ? (one.accuracy / one.moves).toFixed(0) + '%' : '',
      ...one.loss.map((loss, i) => one.count[i] ? percent(loss / one.count[i], 1) : ''),
      data.kinds.map((kind, i) => [one.kinds[i], kind]).filter(([n]) => n).sort((a, b) => b[0] - a[0])
        .map(([n, kind]) => `${n} ${kind}`).join(', ') || '\u2013']));
  return make('div', {class: 'table'}, table);
}

/* ---- the page ---- */

const parts = {};

function headOf(game) {
  const facts = [game.event, game.place, game.date, game.round && 'round ' + game.round,
    game.result && 'result ' + game.result, `${game.title} ${game.w}\u00d7${game.h}`, game.rules && game.rules + ' rules',
    game.komi && 'komi ' + game.komi, game.opening];
  return [make('h1', {}, `${named(game, 0)} \u2013 ${named(game, 1)}`),
    make('p', {class: 'faint'}, facts.filter(Boolean).join(' \u00b7 '))];
}

function toggle(name, text, title) {
  return make('button', {title, 'aria-pressed': String(state[name]), click: event => {
    state[name] = !state[name];
    event.currentTarget.setAttribute('aria-pressed', String(state[name]));
    show();
  }}, text);
}

function buttons(game) {
  const button = (text, name, click) => make('button', {'aria-label': name, title: name, click}, text);
  const bar = make('div', {class: 'bar', role: 'toolbar', 'aria-label': 'Go through the game'},
    button('|\u25c0\ufe0e', 'first position', () => go(0)), button('\u25c0\ufe0e', 'back', () => step(-1)),
    button('\u25b6\ufe0e', 'forward', () => step(1)), button('\u25b6\ufe0e|', 'last position', () => go(1e9)),
    button('\u2191?', 'mistake before', () => jump(-1)), button('\u2193?', 'next mistake', () => jump(1)),
    toggle('best', 'Moves', 'show the move played and the best one'));
  if (game.positions.some(position => position.own)) bar.append(toggle('own', 'Owners', 'show whose the points will be'));
  parts.quiz = make('button', {class: 'quiz', 'aria-pressed': 'false', click: () => {
    if (state.quiz) { state.quiz = null; show(); } else startQuiz(); }}, 'Quiz');
  if (game.turns.length) bar.append(parts.quiz);
  return bar;
}

function moveList(game) {
  const box = make('div', {class: 'moves', role: 'group', 'aria-label': 'Moves'}), offset = game.positions[0].p;
  if (offset && game.positions.length > 1) box.append(make('span', {}, '1'), make('span', {}, '\u2026'));
  parts.moves = [];
  game.positions.slice(0, -1).forEach((position, k) => {
    const g = grade(position.loss), at = k + offset;
    if (at % 2 === 0) box.append(make('span', {}, String(game.player0 === 'White' ? at / 2 + 1 : k + 1)));
    const move = make('button', {class: g >= 0 ? 'grade' + g : null, click: () => { state.quiz = null; go(k + 1); }},
      position.m + (g >= 0 ? grades[g] : ''));
    parts.moves.push(move);
    box.append(move);
  });
  return box;
}

function showBoard() {
  parts.board.innerHTML = drawBoard(state.game, view());
  parts.said.replaceChildren(make('p', {}, said()));
  if (state.quiz && state.quiz.done) parts.said.append(make('button', {click: nextQuestion}, 'Next'));
  if (state.line) parts.said.append(make('button', {click: () => go(state.k)}, 'Back to the game'));
}

function showLines() {
  const box = parts.lines;
  box.replaceChildren();
  if (state.quiz) return;
  for (const line of linesAt(state.game, state.k))
    box.append(make('p', {}, `${line.title} ${percent(state.game.positions[state.k].p ? 1 - line.v : line.v)}: `, lineButtons(line)));
}

function showPlace() {
  const now = parts.curve.querySelector('.now'), x = curveX(state.game, state.k), svg = parts.curve.firstChild;
  now.setAttribute('x1', x);
  now.setAttribute('x2', x);
  svg.setAttribute('aria-valuenow', state.k);
  svg.setAttribute('aria-valuetext', said());
  parts.moves.forEach((move, k) => {
    const here = k === state.k - 1;
    move.setAttribute('aria-current', String(here));
    if (here) parts.list.scrollTop = move.offsetTop - parts.list.offsetTop - parts.list.clientHeight / 2;
  });
}

function show() {
  parts.quiz.setAttribute('aria-pressed', String(!!state.quiz));
  showBoard();
  showLines();
  showPlace();
}

function pointOf(event) {
  const svg = parts.board.firstChild, game = state.game;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  for (let i = 0; i < game.w * game.h; i++) {
    const [x, y] = place(game, i);
    if (Math.hypot(at.x - x - .5, at.y - y - .5) < .5) return i;
  }
  return -1;
}

/* Fingers that go left or right step through the game. */
function listen(board) {
  let from = null, wheel = 0;
  board.addEventListener('pointerdown', event => { from = event.clientX; });
  board.addEventListener('pointerup', event => {
    const by = from === null ? 0 : event.clientX - from;
    from = null;
    if (Math.abs(by) > 40) step(by < 0 ? 1 : -1);
    else if (pointOf(event) >= 0) press(pointOf(event));
  });
  board.addEventListener('wheel', event => {
    event.preventDefault();
    wheel += event.deltaY;
    if (Math.abs(wheel) >= 40) { step(Math.sign(wheel)); wheel = 0; }
  }, {passive: false});
}

function choose(i) {
  const game = state.game = data.games[i];
  Object.assign(state, {k: 0, line: null, quiz: null});
  parts.board = make('div', {class: 'board'});
  listen(parts.board);
  parts.said = make('div', {class: 'box said', 'aria-live': 'polite'});
  parts.lines = make('div', {class: 'box', 'aria-label': 'Lines of play'});
  parts.curve = make('div', {});
  parts.curve.innerHTML = drawCurve(game);
  for (const name of ['pointerdown', 'pointermove']) parts.curve.firstChild.addEventListener(name, seek);
  const bar = buttons(game);
  parts.list = moveList(game);
  const turns = make('div', {class: 'turns'}, ...game.turns.map(turn => turnCard(game, turn)));
  parts.game.replaceChildren(...headOf(game),
    make('div', {class: 'desk'}, make('div', {}, parts.board, bar),
      make('div', {}, parts.said, parts.curve, parts.lines, parts.list, make('p', {class: 'faint keys'}, 'Keys: ',
        make('kbd', {}, '\u2190'), ' ', make('kbd', {}, '\u2192'), ' moves, ', make('kbd', {}, '\u2191'), ' ',
        make('kbd', {}, '\u2193'), ' mistakes, ', make('kbd', {}, 'b'), ' best line, ', make('kbd', {}, 'o'), ' owners, ',
        make('kbd', {}, 'q'), ' quiz, ', make('kbd', {}, 'Esc'), ' back.'))),
    sumsTable(game), make('h2', {}, game.turns.length ? 'Turning points' : 'No move lost 3% or more'), turns);
  show();
}

const keys = {
  ArrowRight: () => step(1), ArrowLeft: () => step(-1), ArrowDown: () => jump(1), ArrowUp: () => jump(-1),
  Home: () => go(0), End: () => go(1e9), Escape: () => { state.quiz = null; go(state.k); },
  b: () => { const [line] = linesAt(state.game, state.k); if (line && !state.quiz) playLine(line, 1); },
  o: () => { state.own = !state.own; show(); }, q: () => parts.quiz.click()
};

function start() {
  parts.game = make('section', {});
  parts.quiz = make('button');
  const theme = make('button', {title: 'dark or light', 'aria-label': 'dark or light', click: () => {
    const dark = getComputedStyle(document.documentElement).getPropertyValue('--page').trim() !== '#fff';
    document.documentElement.dataset.theme = dark ? 'light' : 'dark'; }}, '\u25d0');
  const top = make('div', {class: 'top'}, make('span', {class: 'faint'}, `${data.title}, by ${data.program}`), theme);
  page.replaceChildren(top);
  if (data.games.length > 1) {
    page.append(make('details', {open: ''}, make('summary', {}, `${data.games.length} games`), indexTable(), habitsTable()));
  }
  page.append(parts.game);
  document.addEventListener('keydown', event => {
    const key = keys[event.key];
    if (!key || event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === 'SELECT') return;
    event.preventDefault();
    key();
  });
  choose(0);
}

start();
