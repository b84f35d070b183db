/* A click on a column's header sorts by it; a second click reverses the order. */
const body = document.querySelector('tbody'), heads = [...document.querySelectorAll('th')];
heads.forEach(head => {
  head.tabIndex = 0;
  head.addEventListener('keydown', event => event.key === 'Enter' && head.click());
});
heads.forEach((head, column) => head.addEventListener('click', () => {
  const down = head.getAttribute('aria-sort') === 'ascending';
  const key = line => line.cells[column].textContent;
  const order = (a, b) => a !== '' && b !== '' && !isNaN(a) && !isNaN(b) ? a - b : a < b ? -1 : +(a > b);
  body.append(...[...body.rows].sort((a, b) => (down ? -1 : 1) * order(key(a), key(b))));
  heads.forEach(other => other.removeAttribute('aria-sort'));
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
}));
