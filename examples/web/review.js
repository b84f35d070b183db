'use strict';
/* The review of a whole game: "miai analyze" in an engine of its own, the curve, and the reasons that the
   report gives, drawn by the report's scripts. */

let review = null;   // the finished review: {game: as results.js describes it, page: HTML}
let reviewer = null; // the engine that is at it

/* How many moves of the line are those of the review. */
function reviewedMoves() {
  if (!review) return -1;
  const same = line.findIndex(({move}, i) => review.moves[i] !== move);
  return same < 0 ? Math.min(line.length, review.moves.length) : same;
}

/* The game that the curve shows: the review as far as it goes, then what was found while playing. */
function curveGame() {
  const until = reviewedMoves();
  const positions = Array.from({length: line.length + 1}, (_, k) =>
    k < until || (k === until && k === review.moves.length) ? review.game.positions[k] : values[k] || {});
  if (until >= 0 && until < line.length) positions[until] = {...review.game.positions[until], loss: undefined};
  return {...look, positions};
}

function showCurve() {
  const game = curveGame(), known = game.positions.filter(p => p.v !== undefined).length;
  $('curve').hidden = known < 2;
  if (known < 2) {
    $('curve').replaceChildren();
    return;
  }
  const focused = $('curve').contains(document.activeElement);
  $('curve').innerHTML = drawCurve(game);
  const svg = $('curve').firstChild, at = look.moves.length;
  addCurveListeners(svg, game, k => { if (k !== look.moves.length) goTo(k); });
  $('curve').append(curveLegend(game));
  markInCurve(svg, game, at, at ? `After ${lineNumber(at - 1)} ${line[at - 1].name}` : 'Before the first move');
  if (focused) svg.focus({preventScroll: true});
}

/* The grade of a move of the line, -1: none. */
function gradeOf(k) {
  return k < reviewedMoves() ? grade(review.game.positions[k].loss) : -1;
}

/* What the review says about the move that led to the position shown, and why. */
function showReasons() {
  const k = look.moves.length - 1, known = k >= 0 && k < reviewedMoves();
  $('said').hidden = !known;
  $('said').replaceChildren();
  view.review = null;
  if (k + 1 < reviewedMoves()) view.review = marksAt(review.game, k + 1);
  if (!known) return;
  const {game} = review, position = game.positions[k], turn = game.turns.find(found => found.k === k);
  $('said').append(makeElement('p', {}, moveWords(game, k)));
  if (turn && turn.why.length)
    $('said').append(makeElement('ul', {}, ...turn.why.map(text => makeElement('li', {}, text))));
  if (grade(position.loss) >= 0 && position.best.length)
    $('said').append(makeElement('p', {}, `Better: ${position.best.slice(0, 8).map(move => move[0]).join(' ')}`));
}

/* ---- the analysis ---- */

function showProgress(share, text) {
  $('progressPart').hidden = false;
  $('progress').value = share;
  $('progressText').textContent = text;
}

/* "x.txt, game 1, position 5 of 60, 0:00:12 left" */
function readProgress(text) {
  const found = text.match(/position (\d+) of (\d+)(?:, ([\d:]+) left)?/);
  if (found) showProgress(found[1] / found[2], `Position ${found[1]} of ${found[2]}${found[3] ? `, ${found[3]} left` : ''}`);
  return !!found;
}

function endReview() {
  if (reviewer) reviewer.terminate();
  reviewer = null;
  $('progressPart').hidden = $('cancel').hidden = true;
}

function clearReview() {
  endReview();
  review = null;
  $('report').hidden = true;
}

async function reviewGame() {
  const moves = line.map(({move}) => move), errors = [];
  if (!moves.length) throw new Error('there is no move to review');
  const text = new TextEncoder().encode(recordText());
  endReview();
  const engine = reviewer = Miai.start({args: [`--time=${$('pace').value}`, `--threads=${threads}`, '--memory=64',
    'analyze', '/game.txt'], packed: true, progress: true, files: {'/game.txt': text}, results: ['/game-analysis.html']});
  engine.onmessage = () => {};
  engine.onerror = line => readProgress(line.trim()) || (line.trim() && errors.push(line.trim()));
  $('cancel').hidden = false;
  showProgress(0, 'Starting');
  const code = await engine.exited, page = engine.results['/game-analysis.html'];
  if (reviewer !== engine) return; /* cancelled */
  endReview();
  if (code !== 0 || !page) throw new Error(errors.join(' ') || 'the review failed');
  const html = new TextDecoder().decode(page);
  const data = JSON.parse(html.match(/<script type="application\/json" id="data">([^]*?)<\/script>/)[1]);
  review = {game: data.games[0], moves, page: html};
  $('report').hidden = false;
  showLine();
  const {length} = review.game.turns;
  status(length ? `Reviewed: ${length} move${length > 1 ? 's' : ''} lost 3 % or more; they are marked on the curve and in the list.`
    : 'Reviewed: no move lost 3 % or more.');
}

/* Opens the page that "miai analyze" wrote: statistics, turning points, quiz. */
function openReport() {
  const url = URL.createObjectURL(new Blob([review.page], {type: 'text/html'}));
  if (!window.open(url)) download({name: 'report.html', text: review.page});
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

async function startReview() {
  await readStartHead();
  reviewGame().catch(error => status(`Error: ${error.message}`)); /* the game can go on */
}
