'use strict';
/* The page: a game between a person and miai, or an analysis.  miai provides the legal moves, the board
   and the winner. */

const $ = id => document.getElementById(id);
const sizes = {go: [9, 13, 19, 7], hex: [11, 7, 9, 13], gomoku: [15, 20], othello: [8, 6, 10]};
const seconds = [1, 3, 10]; // per move, at full strength
const strengths = {};       // the strength chosen for each game

let look = null;     // the position shown: the last reply to miai-look
let line = [];       // the moves of the game, including those after the position shown
let record = {};     // komi and rules of a loaded game
let taskQueue = Promise.resolve(); // the queue of tasks
let thinking = false, analysing = false, closing = false;

const view = new View($('board'), {play: chooseMove, say: text => { $('spoken').textContent = text; }});
const colour = turn => turn ? 'w' : 'b';
const player = turn => turn ? look.player1 : look.player0;
const chosenSide = () => $('side').value;
const isPersonsTurn = () => chosenSide() === 'both' || +chosenSide() === look.turn;

function status(text) {
  if ($('status').textContent !== text) $('status').textContent = text;
}

/* Runs a task after those in the queue; shows errors. */
function enqueue(task) {
  if (thinking) gtp.interrupt();
  analysing = false;
  taskQueue = taskQueue.then(task).catch(error => status(`Error: ${error.message}`));
  return taskQueue;
}

/* ---- what miai thinks ---- */

function showValue(rate, lead) {
  const first = look.turn ? 1 - rate : rate, percent = Math.round(100 * first);
  const more = Number.isFinite(lead) ? `, ${player(lead >= 0 ? look.turn : 1 - look.turn)} leads by ${Math.abs(lead).toFixed(1)}` : '';
  const text = `${look.player0} ${percent} %, ${look.player1} ${100 - percent} %${more}`;
  $('value').classList.toggle('white-first', look.player0 === 'White');
  $('value').firstElementChild.style.width = `${100 * first}%`;
  $('value').lastElementChild.textContent = text;
  $('value').setAttribute('aria-label', `Chances: ${text}`);
}

function showInfo(info) {
  const {moves, own} = readInfo(info);
  if (!moves.length) return;
  showValue(moves[0].rate, look.game === 'go' ? moves[0].lead : NaN);
  $('best').replaceChildren(...moves.slice(0, 5).map(found => {
    const item = document.createElement('li'), move = document.createElement('b'), rest = document.createElement('span');
    move.textContent = found.move;
    rest.className = 'faint';
    rest.textContent = found.pv.slice(1, 6).join(' ');
    item.append(move, ` ${(100 * found.rate).toFixed(1)} %`, rest);
    return item;
  }));
  view.marks = isPersonsTurn() && !analysing ? [] : moves.slice(0, 5);
  const shown = own && own.length === look.w * look.h && $('owner').checked;
  view.own = shown ? own.map(x => look.turn ? -x : x) : null;
  view.draw();
}

/* Clears the findings of the previous game. */
function clearFindings() {
  view.own = null;
  view.marks = [];
  $('best').replaceChildren();
  $('value').firstElementChild.style.width = '50%';
  $('value').lastElementChild.textContent = '';
  $('value').removeAttribute('aria-label');
}

/* ---- the game ---- */

function showMoves() {
  $('moves').replaceChildren(...line.map(([turn, move], i) => {
    const item = document.createElement('li'), button = document.createElement('button');
    button.type = 'button';
    button.textContent = `${i + 1}. ${move}`;
    button.setAttribute('aria-label', `${turn ? look.player1 : look.player0} ${move}, move ${i + 1}`);
    button.setAttribute('aria-current', i + 1 === look.moves.length);
    button.onclick = () => goTo(i + 1);
    item.append(button);
    return item;
  }));
  const now = $('moves').querySelector('[aria-current=true]');
  if (now) $('moves').scrollTop = now.offsetTop - $('moves').offsetTop - 60;
}

function showActions() {
  const at = look.moves.length;
  $('first').disabled = $('back').disabled = at === 0;
  $('forth').disabled = $('last').disabled = at === line.length;
  $('go').disabled = !!look.over;
  $('analyse').disabled = !!look.over;
  $('analyse').setAttribute('aria-pressed', analysing);
  $('owner').parentElement.hidden = look.game !== 'go';
  $('extra').replaceChildren(...(look.over ? [] : view.moves).filter(m => m.to < 0).map(({text}) => {
    const button = document.createElement('button');
    button.textContent = text === 'pass' ? 'Pass' : text.startsWith('swap') ? 'Swap' : text;
    button.onclick = () => chooseMove([text]);
    return button;
  }));
}

/* The result in words. */
async function result() {
  const score = await gtp.send('final_score').catch(() => '');
  if (/^[BW]\+/.test(score)) {
    const points = parseFloat(score.slice(2));
    return `${player(score[0] === 'W')} wins${points > 0 && points !== 1 ? ` by ${points}` : ''}.`;
  }
  return look.score === 0 ? 'A draw.' : `${player(look.score < 0)} wins.`;
}

/* Asks for the position, and shows whose turn it is. */
async function refresh(before = '') {
  look = JSON.parse(await gtp.send('miai-look'));
  const shown = look.moves.every(([, move], i) => line[i] && line[i][1] === move);
  if (!shown) line = look.moves;
  view.set(look);
  showMoves();
  showActions();
  if (look.over) {
    status(`${before}The game is over.`); // counting may take a while
    status(`${before}The game is over. ${await result()}`);
  } else status(`${before}${player(look.turn)} to move${isPersonsTurn() ? chosenSide() === 'both' ? '.' : ': your turn.' : '.'}`);
}

async function think() {
  status(`miai thinks for ${player(look.turn)}…`);
  thinking = true;
  const reply = await gtp.send(`kata-genmove_analyze ${colour(look.turn)} 10 ownership true`, showInfo)
    .finally(() => { thinking = false; });
  const move = reply.replace(/^play /, ''), turn = look.turn;
  if (move === 'resign') {
    status(`${player(turn)} resigns: ${player(1 - turn)} wins.`);
    return;
  }
  await refresh(`${player(turn)} plays ${move}. `);
}

/* Plays miai's move, if it is miai's turn. */
async function answer() {
  if (!look.over && !isPersonsTurn() && look.moves.length === line.length) await think();
}

function chooseMove(moves) {
  if (moves.length > 1) return askWhichMove(moves);
  const [move] = moves, wasAnalysing = analysing;
  return enqueue(async () => {
    if (!look.legal.split(' ').includes(move)) throw new Error(`${move} is not a legal move now`);
    const turn = look.turn;
    await gtp.send(`play ${colour(turn)} ${move}`);
    await refresh(`${player(turn)} plays ${move}. `);
    await answer();
    if (wasAnalysing) analyse(true);
  });
}

/* Lets the user choose among several moves to the same point. */
function askWhichMove(moves) {
  const names = {q: 'Queen', r: 'Rook', b: 'Bishop', n: 'Knight'};
  $('choice').querySelector('.bar').replaceChildren(...moves.map(move => {
    const button = document.createElement('button');
    button.value = move;
    button.textContent = names[move.slice(-1)] || move;
    return button;
  }));
  $('choice').onclose = () => {
    if ($('choice').returnValue) chooseMove([$('choice').returnValue]);
    $('board').focus();
  };
  $('choice').returnValue = '';
  $('choice').showModal();
}

function goTo(ply) {
  const wasAnalysing = analysing;
  return enqueue(async () => {
    for (let i = look.moves.length; i > ply; i--) await gtp.send('undo');
    for (let i = look.moves.length; i < ply; i++) await gtp.send(`play ${colour(line[i][0])} ${line[i][1]}`);
    await refresh();
    if (wasAnalysing) analyse(true);
  });
}

function analyse(on) {
  analysing = on && !look.over;
  showActions();
  if (!analysing) {
    taskQueue = taskQueue.then(() => gtp.send('name')).then(() => { view.marks = []; view.draw(); });
    return;
  }
  gtp.send(`kata-analyze ${colour(look.turn)} 15 ownership true`, info => analysing && showInfo(info)).catch(() => {});
}

/* ---- starting ---- */

/* All levels in a range, in the game's scale: ranks, Elo in steps of 100, or 1, 2... */
function levelsBetween(weakest, strongest) {
  const number = text => /k$/.test(text) ? 1 - parseInt(text, 10) : parseInt(text, 10);
  const step = number(strongest) > 100 ? 100 : 1, levels = [];
  for (let n = number(weakest); n <= number(strongest); n += step)
    levels.push(!/[kd]$/.test(weakest) ? `${n}` : n > 0 ? `${n}d` : `${1 - n}k`);
  return levels;
}

/* The levels of the current game, followed by full strength. */
async function showStrengths() {
  const [, weakest, strongest] = (await gtp.send('level')).match(/\((\S+) to (\S+),/), game = $('game').value;
  const levels = levelsBetween(weakest, strongest);
  const name = level => /[kd]$/.test(level) ? level : level > 100 ? `${level} Elo` : `Level ${level}`;
  $('strength').replaceChildren(...levels.map(level => new Option(name(level), level)),
    ...seconds.map(n => new Option(`Full, ${n} s`, `max ${n}`)));
  $('strength').value = strengths[game] || levels[Math.floor(levels.length / 3)];
}

async function setStrength() {
  const [level, time = 10] = $('strength').value.split(' ');
  strengths[$('game').value] = $('strength').value;
  await gtp.send(`level ${level}`);
  await gtp.send(`miai-param time ${time}`);
}

function showSizes() {
  const list = sizes[$('game').value] || [];
  $('sizes').hidden = list.length === 0;
  $('size').replaceChildren(...list.map(n => new Option(`${n}×${n}`, n)));
}

async function begin() {
  await gtp.send(`set_game ${$('game').value}`);
  if (!$('sizes').hidden) await gtp.send(`boardsize ${$('size').value}`);
  await showStrengths();
  await setStrength();
  line = [];
  clearFindings();
  record = {};
  await refresh();
  await answer();
}

async function load(file) {
  const found = await readRecord(file);
  await gtp.send(`set_game ${found.game}`);
  $('game').value = found.game;
  showSizes();
  if (found.size && !$('sizes').hidden) {
    if (![...$('size').options].some(option => option.value === found.size)) $('size').add(new Option(`${found.size}×${found.size}`, found.size));
    $('size').value = found.size;
  }
  if (found.size) await gtp.send(`boardsize ${found.size.replace('x', ' ')}`).catch(() => gtp.send(`rectangular_boardsize ${found.size.replace('x', ' ')}`));
  if (found.rules) await gtp.send(`miai-param rules ${found.rules}`).catch(() => {});
  if (found.komi) await gtp.send(`komi ${found.komi}`).catch(() => {});
  if (found.position) await gtp.send(`set_position ${found.position}`).catch(() => {});
  await showStrengths();
  await setStrength();
  record = found;
  line = [];
  clearFindings();
  $('side').value = 'both';
  for (const move of found.moves) {
    const turn = JSON.parse(await gtp.send('miai-look')).turn;
    await gtp.send(`play ${colour(turn)} ${move}`);
  }
  await refresh(`${file.name}: ${found.moves.length} moves. `);
}

async function save() {
  const komi = await gtp.send('get_komi').catch(() => ''), rules = await gtp.send('miai-param rules').catch(() => '');
  const size = look.w === look.h ? `${look.w}` : `${look.w}x${look.h}`;
  download(await writeRecord({game: look.game, size, komi: look.game === 'go' ? komi : '',
    rules: look.game === 'chess' ? '' : rules, position: record.position, moves: line.map(([, move]) => move)}));
}

function addListeners() {
  $('setup').onsubmit = event => { event.preventDefault(); enqueue(begin); };
  $('game').onchange = () => { showSizes(); enqueue(begin); };
  $('size').onchange = () => enqueue(begin);
  $('side').onchange = () => enqueue(async () => { await refresh(); await answer(); });
  $('strength').onchange = () => enqueue(setStrength);
  $('first').onclick = () => goTo(0);
  $('back').onclick = () => goTo(look.moves.length - 1);
  $('forth').onclick = () => goTo(look.moves.length + 1);
  $('last').onclick = () => goTo(line.length);
  $('go').onclick = () => thinking ? gtp.interrupt() : enqueue(async () => { line = look.moves; await think(); });
  $('analyse').onclick = () => analyse(!analysing);
  $('owner').onchange = () => { if (!$('owner').checked) view.own = null; view.draw(); };
  $('load').onclick = () => $('file').click();
  $('file').onchange = () => {
    const [file] = $('file').files;
    if (file) enqueue(() => load(file));
    $('file').value = '';
  };
  $('save').onclick = () => enqueue(save);
  $('typed').onsubmit = event => {
    event.preventDefault();
    const typed = $('move').value.trim().toLowerCase(), legal = look.legal.split(' ');
    const move = legal.find(m => m.toLowerCase() === typed);
    if (move) {
      chooseMove([move]);
      $('move').value = '';
    } else {
      status(`${$('move').value} is not a legal move now.`);
    }
  };
}

async function main() {
  gtp.onError = text => { if (!closing) status(`miai says: ${text}`); };
  $('kind').textContent = sharesMemory ? `miai searches with ${threads} of this device's processors.`
    : 'miai searches with one processor: this page may not share memory.';
  const games = (await gtp.send('list_games')).split(/\s+/);
  for (const name of ['go', 'chess', 'othello', 'gomoku', 'hex', 'connect4', 'tictactoe'].filter(g => games.includes(g)))
    $('game').add(new Option({go: 'Go', connect4: 'Connect Four', tictactoe: 'Tic-tac-toe'}[name] || name[0].toUpperCase() + name.slice(1), name));
  showSizes();
  addListeners();
  await enqueue(begin);
  storeOffline();
}

/* Stores the page for use offline, after loading everything that the first move needs. */
function storeOffline() {
  if ('serviceWorker' in navigator) navigator.serviceWorker.register('sw.js').catch(() => {});
}

addEventListener('pagehide', () => { closing = true; });
main();
