'use strict';
/* Converts game records, with a second instance of miai. */

async function convert(bytes, from, to) {
  const lines = [], errors = [];
  const engine = Miai.start({args: ['convert', `--to=${to}`, `/in.${from}`, '-'], threads: false, packed: true,
    files: {[`/in.${from}`]: bytes}});
  engine.onmessage = line => lines.push(line);
  engine.onerror = line => errors.push(line);
  const status = await engine.exited;
  if (status !== 0 || lines.length === 0)
    throw new Error(errors.join(' ').replace(/miai: \/in\.\w+:\d*:? */g, '') || 'it cannot be read');
  return lines.join('\n') + '\n';
}

/* Reads a record by way of miai's text format: {game, size, komi, rules, position, moves}. */
async function readRecord(file) {
  const extension = (file.name.match(/\.(\w+)$/) || [])[1] || 'sgf';
  const text = await convert(new Uint8Array(await file.arrayBuffer()), extension.toLowerCase(), 'text');
  const record = {moves: []};
  for (const line of text.split('\n')) {
    if (line === '' && record.game) break; /* the first game of several */
    const [key, ...words] = line.trim().split(/\s+/);
    if (key === 'moves') record.moves.push(...words);
    else if (key) record[key] = words.join(' ');
  }
  return record;
}

/* Writes a game as a file to save: SGF, or PGN for games without SGF. */
async function writeRecord(record) {
  const lines = ['game', 'size', 'komi', 'rules', 'position'].filter(key => record[key])
    .map(key => `${key} ${record[key]}`);
  const text = [...lines, `moves ${record.moves.join(' ')}`, ''].join('\n');
  const bytes = new TextEncoder().encode(text);
  for (const format of ['sgf', 'pgn'])
    try {
      return {name: `${record.game}.${format}`, text: await convert(bytes, 'txt', format)};
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
