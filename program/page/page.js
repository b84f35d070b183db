/* The page: its layout, and the handling of keys, buttons and touch. */

const parts = {};

function gameHeader(game) {
    const known = text => text && !/^[?.]*$/.test(text) ? text.replace(/([.-]\?\?)+$/, '') : null;
    const facts = [
        known(game.event), known(game.place), known(game.date),
        known(game.round) && 'round ' + game.round,
        known(game.result) && game.result !== '*' && 'result ' + game.result,
        game.sized ? `${game.title} ${game.w}\u00d7${game.h}` : game.title,
        game.rules && game.rules + ' rules' + (game.rulesInWords ? ` (${game.rulesInWords})` : ''),
        game.komi !== undefined && 'komi ' + game.komi,
        known(game.opening)
    ];
    return [
        makeElement('h1', {}, `${playerTitle(game, 0)} \u2013 ${playerTitle(game, 1)}`),
        makeElement('p', {class : 'faint'}, facts.filter(Boolean).join(' \u00b7 ')),
        makeElement('p', {class : 'faint view'},
             `${perspectiveText(game)} Searched by ${data.program}, ${game.effort}.`)
    ];
}

const hasOwners = game => game.positions.some(position => position.own);

function toggle(name, text, title) {
  return makeElement('button', {title, 'aria-pressed': String(state[name]), click: event => {
    state[name] = !state[name];
    event.currentTarget.setAttribute('aria-pressed', String(state[name]));
    show();
  }}, text);
}

function makeButtons(game) {
  const button = (text, name, click) => makeElement('button', {'aria-label': name, title: name, click}, text);
  const bar = makeElement('div', {class: 'bar', role: 'toolbar', 'aria-label': 'Navigate the game'},
    button('|\u25c0\ufe0e', 'first position', () => goToMove(0)), button('\u25c0\ufe0e', 'back', () => stepBy(-1)),
    button('\u25b6\ufe0e', 'forward', () => stepBy(1)), button('\u25b6\ufe0e|', 'last position', () => goToMove(1e9)),
    button('\u2191?', 'previous mistake', () => goToMistake(-1)), button('\u2193?', 'next mistake', () => goToMistake(1)),
    toggle('best', 'Moves', 'show the move played and the best one'));
  parts.owners = toggle('own', 'Owners', 'show the expected owners of points');
  if (hasOwners(game))
      bar.append(parts.owners);
  parts.quiz = makeElement('button', {class: 'quiz', 'aria-pressed': 'false', click: () => {
    if (state.quiz) { state.quiz = null; show(); } else startQuiz(); }}, 'Quiz');
  if (game.turns.length) bar.append(parts.quiz);
  return bar;
}

function moveList(game) {
  const moves = game.positions.slice(0, -1).map((position, k) => {
    const g = grade(position.loss);
    return {text: position.m + (g >= 0 ? grades[g] : ''), kind: g >= 0 ? 'grade' + g : null,
      label: `${moveNumber(game, k)} ${position.m}${g >= 0 ? ', ' + words[g] : ''}`};
  });
  return moveTable(game, game.positions[0].p, moves, k => { state.quiz = null; goToMove(k); });
}

function showBoard() {
  parts.board.innerHTML = drawBoard(state.game, shownBoard());
  parts.text.replaceChildren(makeElement('p', {}, positionText()));
  if (state.quiz && state.quiz.done) parts.text.append(makeElement('button', {click: nextQuestion}, 'Next'));
  if (state.line) parts.text.append(makeElement('button', {click: () => goToMove(state.k)}, 'Back to the game'));
}

function showLines() {
  const box = parts.lines;
  const lines = state.quiz ? [] : linesAt(state.game, state.k);
  box.replaceChildren();
  box.hidden = !lines.length;
  for (const line of lines)
      box.append(makeElement('p', {}, `${line.title} ${percent(line.v, 1)}: `, lineButtons(line)));
}

function showPlace() {
  markInCurve(parts.curve.firstChild, state.game, state.k, positionText());
  markMove(parts.list, state.k);
}

function show() {
  parts.quiz.setAttribute('aria-pressed', String(!!state.quiz));
  parts.list.box.hidden = parts.turns.hidden = parts.turnsHead.hidden = !!state.quiz; /* they would reveal the answers */
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

/* Swiping left or right steps through the game. */
function addBoardListeners(board) {
  let from = null, wheel = 0;
  board.addEventListener('pointerdown', event => { from = event.clientX; });
  board.addEventListener('pointerup', event => {
    const by = from === null ? 0 : event.clientX - from;
    from = null;
    if (Math.abs(by) > 40) stepBy(by < 0 ? 1 : -1);
    else if (pointOf(event) >= 0) selectPoint(pointOf(event));
  });
  board.addEventListener('wheel', event => {
    event.preventDefault();
    wheel += event.deltaY;
    if (Math.abs(wheel) >= 40) { stepBy(Math.sign(wheel)); wheel = 0; }
  }, {passive: false});
}

function showGame(i) {
  const game = state.game = data.games[i];
  document.title = game.first || game.second ? `${playerTitle(game, 0)} \u2013 ${playerTitle(game, 1)}` : data.title;
  Object.assign(state, {k: 0, line: null, quiz: null});
  parts.board = makeElement('div', {class: 'board', tabindex: '-1', role: 'application', 'aria-label': 'Board'});
  addBoardListeners(parts.board);
  parts.text = makeElement('div', {class: 'box said', 'aria-live': 'polite'});
  parts.lines = makeElement('div', {class: 'box', 'aria-label': 'Lines of play'});
  parts.curve = makeElement('div', {});
  parts.curve.innerHTML = drawCurve(game);
  addCurveListeners(parts.curve.firstChild, game, k => { if (!state.quiz) goToMove(k); });
  const bar = makeButtons(game);
  parts.list = moveList(game);
  const turns = parts.turns = makeElement('div', {class: 'turns'}, ...game.turns.map(turn => turnCard(game, turn)));
  parts.turnsHead = makeElement('h2', {}, game.turns.length ? 'Turning points' : 'No move lost 3% or more');
  parts.game.replaceChildren(...gameHeader(game),
                             makeElement('div', {class : 'desk'}, makeElement('div', {}, parts.board, bar),
                                  makeElement('div', {}, parts.text, parts.curve, curveLegend(game),
                                       parts.lines, parts.list.box, keysText(game))),
                             statisticsTable(game), parts.turnsHead, turns);
  show();
}

/* The keys that do something in this game. */
function keysText(game)
{
    const mistakes = game.positions.some(position => grade(position.loss) >= 0);
    const list = [
        [ '\u2190 \u2192', 'moves' ], mistakes && [ '\u2191 \u2193', 'mistakes' ],
        [ 'b', 'best line' ], [ 'f', 'turn the board' ], hasOwners(game) && [ 'o', 'owners' ],
        game.turns.length && [ 'q', 'quiz' ], [ 'Esc', 'back' ]
    ];
    const words = list.filter(Boolean).flatMap(
        ([ names, what ],
         i) => [i ? ', ' : '', ...names.split(' ').flatMap(name => [makeElement('kbd', {}, name), ' ']),
                what]);
    return makeElement('p', {class : 'faint keys'}, 'Keys: ', ...words, '.');
}

const keys = {
    ArrowRight : () => stepBy(1),
    ArrowLeft : () => stepBy(-1),
    ArrowDown : () => goToMistake(1),
    ArrowUp : () => goToMistake(-1),
    Home : () => goToMove(0),
    End : () => goToMove(1e9),
    Escape : () => {
        state.quiz = null;
        goToMove(state.k);
    },
    b : () => {
        const [line] = linesAt(state.game, state.k);
        if (line && !state.quiz)
            playLine(line, 1);
    },
    f : () => {
        state.game.turned = !state.game.turned;
        showBoard();
    },
    o : () => {
        if (hasOwners(state.game))
            parts.owners.click();
    },
    q : () => parts.quiz.click()
};

function start() {
  parts.game = makeElement('section', {});
  parts.quiz = makeElement('button');
  parts.spoken = makeElement('div', {class: 'spoken', 'aria-live': 'assertive'});
  const theme = makeElement('button', {title: 'dark or light', 'aria-label': 'dark or light', click: () => {
    const dark = getComputedStyle(document.documentElement).getPropertyValue('--page').trim() !== '#fff';
    document.documentElement.dataset.theme = dark ? 'light' : 'dark'; }}, '\u25d0');
  const top = makeElement('div', {class: 'top'}, makeElement('span', {class: 'faint'}, `${data.title}, by ${data.program}`), theme);
  page.replaceChildren(top);
  if (data.games.length > 1) {
    page.append(makeElement('details', {open: ''}, makeElement('summary', {}, `${data.games.length} games`), indexTable(), habitsTable()));
  }
  page.append(parts.game, parts.spoken);
  document.addEventListener('keydown', event => {
    const pressed = event.target.tagName === 'BUTTON' && (event.key === 'Enter' || event.key === ' ');
    const key = !pressed && state.quiz && quizKeys[event.key] || keys[event.key];
    if (!key || pressed || event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === 'SELECT') return;
    event.preventDefault();
    key();
  });
  showGame(0);
}
