/* The list of moves, numbered as players do; used by the pages of analysed games and by examples/web. */

/* "1." and "1..." if the first player is White, as in chess; otherwise each move has a number, as in Go. */
const moveText = (k, first, pairsUp) =>
  pairsUp ? Math.floor((k + first) / 2) + 1 + ((k + first) % 2 ? '...' : '.') : k + 1 + '.';

const numbersPairs = game => game.player0 === 'White';

/* Creates the list.  moves: {text, label, kind: a class}; first: the player of the first move.  Returns
   the element and a button for each move. */
function moveTable(game, first, moves, select) {
  const box = makeElement('div', {class: 'moves', role: 'group', 'aria-label': 'Moves'});
  if (first && moves.length) box.append(makeElement('span', {}, '1'), makeElement('span', {}, '\u2026'));
  const buttons = moves.map(({text, label, kind}, k) => {
    const at = k + first;
    if (at % 2 === 0) box.append(makeElement('span', {}, String(numbersPairs(game) ? at / 2 + 1 : k + 1)));
    const button = makeElement('button', {type: 'button', class: kind, 'aria-label': label, tabindex: '-1',
      click: () => select(k + 1)}, text);
    box.append(button);
    return button;
  });
  return {box, buttons};
}

/* Marks the move that led to position k, and scrolls to it.  One move can be reached by Tab; from there the
   page's keys lead on. */
function markMove({box, buttons}, k) {
  buttons.forEach((button, i) => {
    const here = i === k - 1;
    button.setAttribute('aria-current', String(here));
    button.tabIndex = here || (i === 0 && k === 0) ? 0 : -1;
    if (here && box.contains(document.activeElement)) button.focus({preventScroll: true});
    if (here) box.scrollTop = button.offsetTop - box.offsetTop - box.clientHeight / 2;
  });
  if (k === 0) box.scrollTop = 0;
}
