'use strict';
/* What miai thinks about the position shown: its value, the best moves, and the owners of points. */

const MOVES_SHOWN = 5, PLIES_SHOWN = 6, WRITE_INTERVAL = 500;

/* The values of the positions of the game for the first player, as found while it was played or analysed:
   values[k] = {v, lead} after k moves. */
let values = [];

/* A second engine, which only writes lines of play as records do; the first one is searching.  It starts
   when a game needs it. */
let scribe = null, scribeSetup = '', scribeBusy = false, lastWritten = 0;

async function startScribe(setup) {
  scribe = scribe || new Gtp(['--game=chess', '--memory=4', '--threads=1', 'gtp']);
  if (scribeSetup !== setup.join()) {
    await Promise.all(setup.map(command => scribe.send(command)));
    scribeSetup = setup.join();
  }
}

/* Writes lines of play from the position shown in the notation of records. */
async function writeLines(lines) {
  await startScribe(setupCommands());
  const before = look.moves.map(([, move]) => move);
  return Promise.all(lines.map(async line =>
    (await scribe.send(`miai-write ${[...before, ...line].join(' ')}`)).split(' ').slice(before.length)));
}

/* ---- the value ---- */

function showValue(first, lead) {
  const percents = Math.round(100 * first), leader = sideName(lead >= 0 ? 0 : 1);
  const more = Number.isFinite(lead) ? `; ${leader} leads by ${Math.abs(lead).toFixed(1)}` : '';
  const text = `${look.player0} ${percents} %, ${look.player1} ${100 - percents} %${more}`;
  $('value').firstElementChild.style.width = `${100 * first}%`;
  $('valueText').textContent = text;
  $('value').setAttribute('aria-label', `Chances: ${text}`);
}

/* Each player's share has the colour of its pieces. */
function paintValue() {
  $('value').style.background = look.colour1;
  $('value').firstElementChild.style.background = look.colour0;
}

/* ---- the best moves ---- */

const toFirst = rate => look.turn ? 1 - rate : rate;

function showBest(moves, lines) {
  const canPlay = isPersonsTurn() && !ended;
  $('best').replaceChildren(...moves.map((found, i) => {
    const [name, ...rest] = lines[i], rate = ` ${(100 * toFirst(found.rate)).toFixed(1)} %`;
    const move = makeElement(canPlay ? 'button' : 'b', canPlay ? {type: 'button', title: `Play ${name}`,
      click: () => chooseMove([found.move])} : {}, name || found.move);
    return makeElement('li', {}, move, rate, makeElement('span', {class: 'faint'}, rest.join(' ')));
  }));
}

/* Replaces coordinates by the notation of records, as often as the second engine can follow. */
function showWritten(moves, lines) {
  if (scribeBusy || Date.now() - lastWritten < WRITE_INTERVAL) return;
  const shown = look;
  scribeBusy = true;
  writeLines(lines).then(written => {
    if (look === shown && $('best').firstChild) showBest(moves, written);
  }).catch(() => {}).finally(() => {
    scribeBusy = false;
    lastWritten = Date.now();
  });
}

/* Shows a line of an analysis.  marked: its moves are marked on the board. */
function showInfo(info, marked) {
  const {moves, own} = readInfo(info);
  if (!moves.length) return;
  const [best] = moves, first = toFirst(best.rate), shown = moves.slice(0, MOVES_SHOWN);
  /* Not every search of Go counts points. */
  const lead = look.game === 'go' && Number.isFinite(best.lead) ? (look.turn ? -best.lead : best.lead) : undefined;
  showValue(first, lead);
  values[look.moves.length] = {v: first, lead};
  const lines = shown.map(found => found.pv.slice(0, PLIES_SHOWN));
  if (!look.names) showBest(shown, lines);
  else {
    if (!$('best').firstChild) showBest(shown, lines.map(([move]) => [nameOf(move)]));
    showWritten(shown, lines);
  }
  view.marks = marked ? shown.map(({move, rate}) => ({move, rate: toFirst(rate)})) : [];
  const known = own && own.length === look.w * look.h;
  $('ownerLabel').hidden = !known && look.game !== 'go';
  view.own = known && $('owner').checked ? own.map(x => look.turn ? -x : x) : null;
  view.draw();
}

/* Clears what was found about the position before. */
function clearFindings() {
  view.own = null;
  view.marks = [];
  $('best').replaceChildren();
  $('value').firstElementChild.style.width = '50%';
  $('value').setAttribute('aria-label', 'Value: not known yet');
  $('valueText').textContent = perspectiveText(look);
  paintValue();
  const found = curveGame().positions[look.moves.length];
  if (found && found.v !== undefined) showValue(found.v, found.lead);
}

/* Searches for some seconds without playing. */
async function searchFor(time, marked) {
  let last = null;
  const search = gtp.send(`kata-analyze ${colour(look.turn)} 15 ownership true`, info => {
    last = info;
    showInfo(info, marked);
  });
  await Promise.race([new Promise(done => setTimeout(done, 1000 * time)), search.catch(() => {})]);
  await gtp.send('name'); /* ends the analysis */
  return last && readInfo(last).moves[0];
}
