'use strict';
/* Sends GTP commands to miai and returns the replies as promises.  Lines of a running command go to a
   listener. */

class Gtp {
  constructor(args) {
    this.waiting = [];
    this.lines = null;
    this.trouble = [];  /* messages that no listener has received yet */
    this.tell = text => this.trouble.push(text);
    this.engine = Miai.start({args, packed: true});
    this.engine.onmessage = line => this.hear(line);
    this.engine.onerror = text => this.tell(text);
  }

  /* The listener for the engine's error messages, including earlier ones. */
  set onTrouble(tell) {
    this.trouble.splice(0).forEach(tell);
    this.tell = tell;
  }

  /* A reply is "=TEXT" or "?TEXT", further lines, and an empty line; a search adds lines "info ...". */
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

  /* Sends a command; every command ends a running analysis. */
  send(command, tell) {
    return new Promise((resolve, reject) => {
      this.waiting.push({resolve, reject, tell});
      this.engine.postMessage(command);
    });
  }

  /* Ends the search for a move, which replies with the best move so far. */
  interrupt() {
    this.engine.postMessage('# interrupt');
  }
}

/* Parses a line of an analysis: the moves, best first, and the ownership of each point in the view of
   the side to move. */
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
