'use strict';
/* miai behind GTP: commands in, replies as promises; what is said while a command runs goes to a
   listener. */

class Gtp {
  constructor(args) {
    this.waiting = [];
    this.lines = null;
    this.trouble = [];  /* that nobody has been told yet */
    this.tell = text => this.trouble.push(text);
    this.engine = Miai.start({args, packed: true});
    this.engine.onmessage = line => this.hear(line);
    this.engine.onerror = text => this.tell(text);
  }

  /* Who hears what the engine complains of, from the beginning. */
  set onTrouble(tell) {
    this.trouble.splice(0).forEach(tell);
    this.tell = tell;
  }

  /* A reply is "=TEXT" or "?TEXT", lines, and an empty line; a search tells lines "info ..." in it. */
  hear(line) {
    if (this.lines === null) {
      if (!/^[=?]/.test(line)) return;
      this.lines = [line];
      return;
    }
    const now = this.waiting[0];
    if (line.startsWith('info ')) {
      if (now && now.tell) now.tell(line);
      return;
    }
    if (line !== '') {
      this.lines.push(line);
      return;
    }
    const text = this.lines.join('\n');
    this.lines = null;
    this.waiting.shift();
    if (!now) return;
    if (text[0] === '=') now.resolve(text.slice(1).trim());
    else now.reject(new Error(text.slice(1).trim()));
  }

  /* Sends a command; any of them ends an analysis that runs. */
  send(command, tell) {
    return new Promise((resolve, reject) => {
      this.waiting.push({resolve, reject, tell});
      this.engine.postMessage(command);
    });
  }

  /* The search for a move ends now, with what it has found. */
  interrupt() {
    this.engine.postMessage('# interrupt');
  }
}

/* What a line of an analysis says: moves, the best first, and whose each point will be, in the view of
   who is to move. */
function readInfo(line) {
  const [told, owners] = line.split(/ ownership /);
  const moves = told.split(/(?:^| )info /).filter(part => part).map(part => {
    const text = key => (part.match(new RegExp(`(?:^| )${key} (\\S+)`)) || [])[1];
    const pv = (part.match(/ pv (.*)$/) || [])[1] || '';
    return {move: text('move'), visits: +text('visits'), rate: +text('winrate'), lead: +text('scoreLead'),
      pv: pv.trim().split(' ')};
  }).filter(found => found.move);
  const own = owners && owners.split(' ').map(Number).filter(x => !Number.isNaN(x));
  return {moves, own};
}
