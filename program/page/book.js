/* The page of an opening book.  data.positions[i]: parent, p the player to move, v the value for
   that player, d the changes of the board since the parent, m the move that led here from there,
   moves [[text, position, value], ...], candidate [text, value, visits] the best move outside the
   book, over.  A move may lead to a position that was first reached by others, perhaps as its
   mirror image. */

const book = JSON.parse(document.getElementById('data').textContent);
const trail = [0]; /* the positions visited */

/* The board of a position, from the changes on the way there. */
function bookPieces(i) {
  const {parent, d} = book.positions[i];
  if (parent < 0) return [...book.start];
  const pieces = bookPieces(parent);
  for (const [at, letter] of changePairs(d)) pieces[at] = letter;
  return pieces;
}

/* Did this move first lead to position `to`? */
const isFirst = (i, [text, to]) => book.positions[to].parent === i && book.positions[to].m === text;

function bookMarks(i, moves) {
  const pieces = bookPieces(i);
  return moves.filter(move => isFirst(i, move)).slice(0, 3).map(([, to], k) =>
    [moveEnds(book, pieces, book.positions[to].d, book.positions[i].p), k ? 'played' : 'better']);
}

function moveRow(i, [text, to, value]) {
  const button = makeElement('button', {type: 'button', click: () => visit(to)}, text);
  return makeElement('tr', {}, makeElement('td', {class: 'line'}, button), makeElement('td', {}, percent(value, 1)),
    makeElement('td', {}, String(book.positions[to].moves.length)));
}

/* The best move outside the book. */
function candidateRow([ text, value ])
{
    return makeElement('tr', {}, makeElement('td', {class : 'faint'}, text),
                       makeElement('td', {}, percent(value, 1)), makeElement('td', {}, ''));
}

function bookTable(i, moves) {
    const {candidate} = book.positions[i];
    const head =
        [ 'Move', 'Value', 'Replies' ].map(text => makeElement('th', {scope : 'col'}, text));
    return [
        makeElement(
            'div', {class : 'table'},
            makeElement(
                'table', {},
                makeElement('caption', {class : 'faint'},
                            `Values for ${player(book, book.positions[i].p)}, who is to move`),
                makeElement('thead', {}, makeElement('tr', {}, ...head)),
                makeElement('tbody', {}, ...moves.map(move => moveRow(i, move)),
                            candidate ? candidateRow(candidate) : ''))),
        makeElement('p', {class : 'faint'},
                    candidate ? `${candidate[0]} is the best move outside the book, after ${
                                    candidate[2].toLocaleString('en')} visits.`
                              : '')
    ];
}

/* The moves that first led to a position. */
function bookPath(i) {
  const texts = [];
  for (; i > 0; i = book.positions[i].parent) texts.unshift(book.positions[i].m);
  return texts.join(' ') || 'The start';
}

function visit(i) {
  trail.push(i);
  showPosition();
}

function goBack() {
  if (trail.length > 1) trail.pop();
  showPosition();
}

function restart() {
  trail.length = 1;
  showPosition();
}

function showPosition() {
  const i = trail[trail.length - 1], position = book.positions[i];
  const moves = [...position.moves].sort((a, b) => b[2] - a[2]);
  const board = makeElement('div', {class: 'board'});
  board.innerHTML = drawBoard(book, {pieces: bookPieces(i), last: [], marks: bookMarks(i, moves), title: bookPath(i)});
  const bar = makeElement('div', {class: 'bar', role: 'toolbar', 'aria-label': 'Navigate the book'},
    makeElement('button', {type: 'button', click: restart}, 'Start'),
    makeElement('button', {type: 'button', click: goBack}, 'Back'));
  const said = position.over ? `The game is over: ${percent(position.v, 1)} for ${player(book, position.p)}.`
    : `${player(book, position.p)} to move: ${percent(position.v, 1)}.`;
  document.getElementById('page').replaceChildren(
    makeElement('h1', {}, document.title),
    makeElement('p', {class: 'faint'}, `${book.title}, ${book.positions.length.toLocaleString('en')} positions`),
    makeElement('div', {class: 'desk'}, makeElement('div', {}, board, bar),
      makeElement('div', {}, makeElement('p', {'aria-live': 'polite'}, bookPath(i)), makeElement('p', {}, said),
        ...(position.over ? [] : bookTable(i, moves)))));
}

function startBook() {
  document.addEventListener('keydown', event => {
    if (event.key === 'ArrowLeft') goBack();
    if (event.key === 'Home') restart();
  });
  showPosition();
}
