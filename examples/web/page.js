'use strict';
/* The page: settings, buttons, keys, and the start. */

const sizes = {go: [9, 13, 19, 7], hex: [11, 7, 9, 13], gomoku: [15, 20], othello: [8, 6, 10]};
const titles = {go: 'Go', connect4: 'Connect Four', tictactoe: 'Tic-tac-toe'};
const seconds = [1, 3, 10]; // per move, at full strength
const strengths = {};       // the strength chosen for each game

/* ---- settings ---- */

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
  showEngine('');
}

/* What miai evaluates positions with; '' until a search has loaded it. */
let evaluation = '';

/* What miai plays with: processors and the evaluation. */
function showEngine(found) {
  evaluation = found;
  $('kind').textContent = `miai searches with ${sharesMemory ? `${threads} of this device's processors`
    : 'one processor: this page may not share memory'}. ${evaluation}`;
}

/* The network, which depends on the game and the strength.  The question loads it, so the page asks only
   after a search. */
async function showNetwork() {
  const [network] = JSON.parse(await gtp.send('kata-get-models'));
  const weighs = /^eval-file /m.test(await gtp.send('miai-param'));
  showEngine(network ? `Network: ${network.name}, built in.` : weighs ? 'Evaluation: built-in weights.' : 'No network.');
}

function showSizes() {
  const list = sizes[$('game').value] || [];
  $('sizes').hidden = list.length === 0;
  $('size').replaceChildren(...list.map(n => new Option(`${n}×${n}`, n)));
}

/* Forgets the game before. */
function clearGame(found) {
  clearReview();
  record = found;
  line = [];
  clearTree();
  values = [];
  ended = '';
  view.turn(chosenSide() === '1' && $('game').value === 'chess');
  $('turn').setAttribute('aria-pressed', view.turned);
  const names = found ? [['white', 'White'], ['black', 'Black']].filter(([key]) => found[key]) : [];
  $('players').hidden = !names.length;
  $('players').textContent = names.map(([key, side]) => `${found[key]} (${side})`).join(' – ');
}

async function begin() {
  await gtp.send(`set_game ${$('game').value}`);
  if (!$('sizes').hidden) await gtp.send(`boardsize ${$('size').value}`);
  await showStrengths();
  await setStrength();
  clearGame(null);
  await refresh();
  await answer();
}

/* The legal move that was typed, as the engine or a record writes it; upper and lower case matter only where
   they differ, as in b4 and B4. */
function findTyped(typed) {
  const bare = text => text.replace(/[x+#=!?]|e\.p\./g, '').replace(/0/g, 'O'), legal = look.legal.split(' ');
  const names = look.names ? look.names.split(' ') : legal, lower = text => bare(text).toLowerCase();
  const at = [names.indexOf(typed), legal.indexOf(typed), names.findIndex(name => bare(name) === bare(typed)),
    legal.findIndex(move => move.toLowerCase() === typed.toLowerCase()),
    names.findIndex(name => lower(name) === lower(typed))].find(i => i >= 0);
  return at === undefined ? null : legal[at];
}

/* ---- events ---- */

function turnBoard() {
  view.turn(!view.turned);
  $('turn').setAttribute('aria-pressed', view.turned);
}

const pageKeys = {
  ArrowLeft: () => stepBy(-1), ArrowRight: () => stepBy(1),
  Home: () => goTo(0), End: () => goTo(line.length), f: turnBoard
};

/* Keys of the page; those of the board, of fields and of the toolbars are their own. */
function handleKey(event) {
  const key = pageKeys[event.key], {target} = event;
  if (!key || !look || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented ||
    target === $('board') || target.closest('select, input, dialog')) return;
  event.preventDefault();
  key();
}

function addRecordListeners() {
  const open = file => file && enqueue(async () => load(new Uint8Array(await file.arrayBuffer()), file.name));
  $('load').onclick = () => $('file').click();
  $('file').onchange = () => {
    open($('file').files[0]);
    $('file').value = '';
  };
  $('save').onclick = () => enqueue(save);
  addEventListener('dragover', event => event.preventDefault());
  addEventListener('drop', event => {
    event.preventDefault();
    open(event.dataTransfer.files[0]);
  });
  addEventListener('paste', event => {
    const text = event.clipboardData.getData('text');
    if (text.trim() && !event.target.closest('input'))
      enqueue(() => load(new TextEncoder().encode(text), 'The pasted text'));
  });
}

function addGameListeners() {
  $('setup').onsubmit = event => { event.preventDefault(); enqueue(begin); };
  $('game').onchange = () => { showSizes(); enqueue(begin); };
  $('size').onchange = () => enqueue(begin);
  $('side').onchange = () => enqueue(async () => { await refresh(); await answer(); });
  $('strength').onchange = () => enqueue(setStrength);
  $('go').onclick = () => thinking ? interrupt() : enqueue(async () => { await think(); });
  $('hint').onclick = () => enqueue(hint);
  $('life').onclick = askGroup;
  $('takeback').onclick = () => enqueue(takeBack);
  $('draw').onclick = () => enqueue(offerDraw);
  $('resign').onclick = () => enqueue(() => endByResigning(+chosenSide(), 'You resign'));
  $('analyse').onclick = () => analyse(!analysing);
  $('owner').onchange = () => { if (!$('owner').checked) view.own = null; view.draw(); };
  $('typed').onsubmit = event => {
    event.preventDefault();
    const move = findTyped($('move').value.trim());
    if (!move) return status(`${$('move').value} is not a legal move now.`);
    chooseMove([move]);
    $('move').value = '';
  };
}

function addListeners() {
  addGameListeners();
  addRecordListeners();
  $('first').onclick = pageKeys.Home;
  $('back').onclick = pageKeys.ArrowLeft;
  $('forth').onclick = pageKeys.ArrowRight;
  $('last').onclick = pageKeys.End;
  $('turn').onclick = turnBoard;
  $('game-line').onclick = returnToGame;
  $('review').onsubmit = event => { event.preventDefault(); enqueue(startReview); };
  $('cancel').onclick = endReview;
  $('report').onclick = openReport;
  addEventListener('keydown', handleKey);
}

async function main() {
  gtp.onError = text => { if (!closing) status(`miai says: ${text}`); };
  const games = (await gtp.send('list_games')).split(/\s+/);
  for (const name of ['go', 'chess', 'othello', 'gomoku', 'hex', 'connect4', 'tictactoe'].filter(g => games.includes(g)))
    $('game').add(new Option(titles[name] || name[0].toUpperCase() + name.slice(1), name));
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
