/* Below the board: tables, turning points, several games. */

const row = (cells, tag = 'td') => makeElement('tr', {}, ...cells.map(cell => makeElement(tag, tag === 'th' ? {scope: 'col'} : {}, cell)));

function statisticsRow(game, name, [moves, accuracy, loss, cost, doubtful, bad, worse]) {
  const cells = [name, moves, moves ? accuracy.toFixed(0) + '%' : '', moves ? percent(loss, 1) : ''];
  if (game.points) cells.push(moves ? cost.toFixed(1) : '');
  return row([...cells, doubtful, bad, worse].map(String));
}

function statisticsTable(game) {
  const heads = ['player', 'moves', 'accuracy', 'loss per move', ...(game.points ? ['points per move'] : []), ...grades];
  const table = makeElement('table', {}, makeElement('caption', {class: 'faint'}, 'Statistics of each player\u2019s moves'),
    row(heads, 'th'));
  for (const p of [0, 1])
    for (let phase = -1; phase < 3; phase++)
      table.append(statisticsRow(game, phase < 0 ? playerTitle(game, p) : '\u2003' + phases[phase], game.sums[4 * p + 1 + phase]));
  return makeElement('div', {class: 'table'}, table);
}

function lineButtons(line, limit = 99) {
  const box = makeElement('span', {class: 'line'});
  line.moves.slice(0, limit).forEach((move, i) => box.append(makeElement('button', {
    click: () => playLine(line, i + 1), 'aria-current': state.line && state.line.moves === line.moves && state.step === i + 1
  }, move[0])));
  return box;
}

function turnCard(game, turn) {
  const position = game.positions[turn.k], lines = linesAt(game, turn.k);
  const board = makeElement('div', {click: () => { state.game === game && goToMove(turn.k); window.scrollTo(0, 0); }});
  board.innerHTML = drawBoard(game, {pieces: piecesAt(game, turn.k), marks: marksAt(game, turn.k), last: [],
    title: `Before ${moveNumber(game, turn.k)} ${position.m}`});
  const show = (title, text) => {
    const line = lines.find(candidate => candidate.title === title);
    return line && makeElement('p', {}, `${text} (${percent(line.v, 1)}): `,
                        lineText(turn.k, line, title === 'played' ? 1 : 0));
  };
  const g = grade(position.loss);
  return makeElement('article', {class: 'turn box'},
    makeElement('h3', {class: g >= 0 ? 'grade' + g : null}, makeElement('button', {class: 'plain', title: 'show on the large board', click: () => {
      goToMove(turn.k); window.scrollTo(0, 0); }}, `${moveNumber(game, turn.k)} ${position.m}${g >= 0 ? grades[g] : ''}`),
      ` loses ${percent(lossOf(position), 1)}`, position.cost > 0 ? ` (${position.cost.toFixed(1)} points)` : ''),
    board, turn.why.length ? makeElement('ul', {}, ...turn.why.map(text => makeElement('li', {}, text))) : null,
    show('played', 'Then'), show('best', 'Better'));
}

/* A line of play; clicking a move shows it on the large board. */
function lineText(k, line, from) {
  const box = makeElement('span', {class: 'line'});
  line.moves.slice(from, from + 8).forEach((move, i) => box.append(makeElement('button', {click: () => {
    state.quiz = null; state.k = k; playLine(line, from + i + 1); window.scrollTo(0, 0); }}, move[0])));
  return box;
}

/* ---- several games ---- */

function gameName(game, i) {
  const who = game.first || game.second ? `${game.first || '?'} \u2013 ${game.second || '?'}` : game.title;
  return `${data.first + i + 1}. ${who}${game.result ? ', ' + game.result : ''}${game.date ? ', ' + game.date : ''}`;
}

function indexTable() {
  const table = makeElement('table', {}, row(['game', 'moves', 'accuracy', 'worst move'], 'th'));
  data.games.forEach((game, i) => {
    const worst = game.turns[0], open = makeElement('button', {click: () => { showGame(i); window.scrollTo(0, 0); }}, gameName(game, i));
    table.append(row([open, String(game.positions.length - 1),
      [0, 1].map(p => game.sums[4 * p][0] ? game.sums[4 * p][1].toFixed(0) + '%' : '\u2013').join(' : '),
      worst ? `${moveNumber(game, worst.k)} ${game.positions[worst.k].m}, ${percent(lossOf(game.positions[worst.k]), 1)}` : '\u2013']));
  });
  return makeElement('div', {class: 'table'}, table);
}

/* Collects the recurring mistakes of each named player. */
function collectHabits() {
  const players = new Map();
  for (const game of data.games) for (const p of [0, 1]) {
    const name = p ? game.second : game.first;
    if (!name) continue;
    const sums = players.get(name) || {games: 0, moves: 0, accuracy: 0, loss: [0, 0, 0], count: [0, 0, 0], kinds: data.kinds.map(() => 0)};
    players.set(name, sums);
    sums.games++;
    sums.moves += game.sums[4 * p][0];
    sums.accuracy += game.sums[4 * p][0] * game.sums[4 * p][1];
    for (let phase = 0; phase < 3; phase++) {
      sums.loss[phase] += game.sums[4 * p + 1 + phase][0] * game.sums[4 * p + 1 + phase][2];
      sums.count[phase] += game.sums[4 * p + 1 + phase][0];
    }
    for (const turn of game.turns) if (game.positions[turn.k].p === p)
      data.kinds.forEach((name, i) => { sums.kinds[i] += turn.kinds >> i & 1; });
  }
  return players;
}

function habitsTable() {
  const table = makeElement('table', {}, makeElement('caption', {class: 'faint'}, 'Recurring mistakes in a player\u2019s turning points'),
    row(['player', 'games', 'accuracy', ...phases.map(phase => 'loss, ' + phase), 'mistakes'], 'th'));
  for (const [name, sums] of collectHabits()) {
    const line = row([name, String(sums.games), sums.moves ? (sums.accuracy / sums.moves).toFixed(0) + '%' : '',
      ...sums.loss.map((loss, i) => sums.count[i] ? percent(loss / sums.count[i], 1) : ''),
      data.kinds.map((kind, i) => [sums.kinds[i], kind]).filter(([n]) => n).sort((a, b) => b[0] - a[0])
        .map(([n, kind]) => `${kind}: ${n}`).join(', ') || '\u2013']);
    line.lastChild.className = 'wide';
    table.append(line);
  }
  return makeElement('div', {class: 'table'}, table);
}
