'use strict';
/* Plays the moves of a record on the page's engine, and saves the game. */

const COMMANDS_AT_ONCE = 32;

/* The commands that set up the start of the game. */
function setupCommands() {
  const commands = [`set_game ${look.game}`];
  if (look.w === look.h) commands.push(`boardsize ${look.w}`);
  else commands.push(`rectangular_boardsize ${look.w} ${look.h}`);
  if (record && record.position) commands.push(`miai-position ${record.position}`);
  return commands;
}

async function setUp(found) {
  const [w, h = w] = (found.size || '').split('x');
  await gtp.send(`set_game ${found.game}`);
  if (w) await gtp.send(w === h ? `boardsize ${w}` : `rectangular_boardsize ${w} ${h}`).catch(() => {});
  if (found.rules) await gtp.send(`miai-param rules ${found.rules}`).catch(() => {});
  if (found.komi) await gtp.send(`komi ${found.komi}`).catch(() => {});
  if (found.position) await gtp.send(`miai-position ${found.position}`);
  const stones = found.stones.flatMap(([side, ...points]) => points.map(point => `${side} ${point}`));
  if (stones.length) await gtp.send(`set_position ${stones.join(' ')}`);
}

function showSetup(found) {
  $('game').value = found.game;
  showSizes();
  if (!found.size || $('sizes').hidden) return;
  if (![...$('size').options].some(option => option.value === found.size))
    $('size').add(new Option(found.size.includes('x') ? found.size.replace('x', '×') : `${found.size}×${found.size}`, found.size));
  $('size').value = found.size;
}

/* Plays the moves of a record, many at once, with the names that records give them. */
async function playRecord(found, name) {
  const moves = found.moves.filter(move => move !== '--');
  const names = moves.length ? (await gtp.send(`miai-write ${moves.join(' ')}`).catch(() => '')).split(' ') : [];
  let turn = /^(black|b)$/.test(found.turn) ? 0 : /^(white|w)$/.test(found.turn) ? 1 : look.turn, commands = [];
  if (found.turn && look.player0 === 'White') turn = 1 - turn;
  for (const move of found.moves) {
    if (move !== '--') {
      line.push(addToTree(line[line.length - 1] || tree, turn, move, names[line.length] || move));
      commands.push(gtp.send(`play ${colour(turn)} ${move}`));
    }
    turn = 1 - turn;
    if (commands.length < COMMANDS_AT_ONCE) continue;
    await Promise.all(commands);
    commands = [];
    status(`Loading ${name}: ${line.length} of ${moves.length} moves`);
  }
  await Promise.all(commands);
}

/* The same where the players do not take turns, as in openings with swaps: asks whose turn it is. */
async function playRecordSlowly(found, name) {
  line = [];
  clearTree();
  for (const move of found.moves.filter(text => text !== '--')) {
    const {turn} = JSON.parse(await gtp.send('miai-look'));
    await gtp.send(`play ${colour(turn)} ${move}`);
    line.push(addToTree(line[line.length - 1] || tree, turn, move, move));
    status(`Loading ${name}: ${line.length} of ${found.moves.length} moves`);
  }
}

async function load(bytes, name) {
  status(`Loading ${name}…`);
  const found = await readRecord(bytes, name);
  await setUp(found);
  showSetup(found);
  await showStrengths();
  await setStrength();
  $('side').value = 'both';
  clearGame(found);
  look = JSON.parse(await gtp.send('miai-look'));
  try {
    await playRecord(found, name);
  } catch (error) {
    await setUp(found);
    await playRecordSlowly(found, name);
  }
  await refresh(`${name}: ${line.length} move${line.length === 1 ? '' : 's'}. `);
}

/* A line as text of miai: what the record had before its moves, and the moves. */
function recordText(path = line) {
  const size = look.w === look.h ? `${look.w}` : `${look.w}x${look.h}`, moves = [];
  const head = record ? record.head : [`game ${look.game}`, `size ${size}`, ...startHead];
  path.forEach(({turn, move}, i) => moves.push(...(i && path[i - 1].turn === turn ? ['--', move] : [move])));
  return [...head, `moves ${moves.join(' ')}`, ''].join('\n');
}

let startHead = []; /* komi and rules of a game that was not loaded */

async function readStartHead() {
  const komi = await gtp.send('get_komi').catch(() => ''), rules = await gtp.send('miai-param rules').catch(() => '');
  startHead = [look.game === 'go' && komi && `komi ${komi}`, look.game !== 'chess' && rules && `rules ${rules}`].filter(Boolean);
}

async function save() {
  await readStartHead();
  const lines = allLines().map(path => recordText(path));
  const {name, text} = await writeRecord(look.game, lines.join('\n'), recordText(mainLine()));
  const join = /sgf$/.test(name) ? joinSgf : joinPgn;
  download({name, text: lines.length > 1 ? join(text) : text});
}
