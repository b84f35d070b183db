'use strict';
/* Reads and writes game records, with a second instance of miai. */

const READABLE = 'The page reads SGF, PGN, EPD, and the formats .gam, .wtb, .psq and .txt of miai convert.';

async function convert(bytes, from, to) {
  const lines = [], errors = [];
  const engine = Miai.start({args: ['convert', `--to=${to}`, `/in.${from}`, '-'], threads: false, packed: true,
    files: {[`/in.${from}`]: bytes}});
  engine.onmessage = line => lines.push(line);
  engine.onerror = line => errors.push(line);
  const status = await engine.exited;
  if (status !== 0 || lines.length === 0)
    throw new Error(errors.join(' ').replace(/\S+ \/in\.\w+:(\d+:)? */g, '') || 'it cannot be read');
  return lines.join('\n') + '\n';
}

/* Parses the first game of miai's text format: {game, size, komi, rules, position, turn, stones: lines,
   head: all lines but the moves, moves}.  "--" in moves: the other player moves next. */
function parseText(text) {
  const record = {moves: [], stones: [], head: []};
  for (const line of text.split('\n')) {
    if (line === '' && record.game) break; /* the first game of several */
    const [key, ...words] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (key === 'moves') record.moves.push(...words);
    else if (key) {
      record.head.push(line);
      if (key === 'stones') record.stones.push(words);
      else record[key] = words.join(' ');
    }
  }
  return record;
}

/* The format of a text without a file name. */
const formatOf = text => /^\s*\(;/.test(text) ? 'sgf' : /^([1-8pnbrqk]+\/){7}/i.test(text.trim()) ? 'epd' : 'pgn';

/* Reads a record; name: that of its file. */
async function readRecord(bytes, name) {
  const extension = (name.match(/\.(\w+)$/) || [])[1];
  const format = extension ? extension.toLowerCase().replace(/^fen$/, 'epd') : formatOf(new TextDecoder().decode(bytes));
  let record;
  try {
    record = parseText(await convert(bytes, format, 'text'));
  } catch (error) {
    throw new Error(`${name} cannot be loaded: ${error.message}.${/^move /.test(error.message) ? '' : ' ' + READABLE}`);
  }
  if (!record.game || (!record.moves.length && !record.position && !record.stones.length))
    throw new Error(`${name} is not a game record. ${READABLE}`);
  return record;
}

/* Writes a game as a file to save: all its lines as SGF, or only the game as PGN if there is no SGF for it. */
async function writeRecord(game, lines, main) {
  for (const format of ['sgf', 'pgn'])
    try {
      const bytes = new TextEncoder().encode(format === 'sgf' ? lines : main);
      return {name: `${game}.${format}`, text: await convert(bytes, 'txt', format)};
    } catch (error) {
      if (format === 'pgn') throw error;
    }
}

function download({name, text}) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], {type: 'application/octet-stream'}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
