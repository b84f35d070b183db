'use strict';
/* Sends GTP commands to miai and returns the replies as promises.  A listener gets the lines that a
   command writes while it runs. */

class Gtp {
  constructor(args) {
    this.pending = [];
    this.replyLines = null;
    this.earlyErrors = [];  /* messages from before a listener was set */
    this.reportError = text => this.earlyErrors.push(text);
    this.engine = Miai.start({args, packed: true});
    this.engine.onmessage = line => this.receiveLine(line);
    this.engine.onerror = text => this.reportError(text);
  }

  /* The listener for the engine's error messages, including earlier ones. */
  set onError(listener) {
    this.earlyErrors.splice(0).forEach(listener);
    this.reportError = listener;
  }

  /* A reply is "=TEXT" or "?TEXT", further lines, and an empty line; a search adds lines "info ...". */
  receiveLine(line) {
    if (this.replyLines === null) {
      if (!/^[=?]/.test(line)) return;
      this.replyLines = [line];
      return;
    }
    const request = this.pending[0];
    if (line.startsWith('info ')) {
      if (request && request.onInfo) request.onInfo(line);
      return;
    }
    if (line !== '') {
      this.replyLines.push(line);
      return;
    }
    const text = this.replyLines.join('\n');
    this.replyLines = null;
    this.pending.shift();
    if (!request) return;
    if (text[0] === '=') request.resolve(text.slice(1).trim());
    else request.reject(new Error(text.slice(1).trim()));
  }

  /* Sends a command; every command ends a running analysis. */
  send(command, onInfo) {
    return new Promise((resolve, reject) => {
      this.pending.push({resolve, reject, onInfo});
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
  const [info, owners] = line.split(/ ownership /);
  const moves = info.split(/(?:^| )info /).filter(part => part).map(part => {
    const field = key => (part.match(new RegExp(`(?:^| )${key} (\\S+)`)) || [])[1];
    const pv = (part.match(/ pv (.*)$/) || [])[1] || '';
    return {move: field('move'), visits: +field('visits'), rate: +field('winrate'), lead: +field('scoreLead'),
      pv: pv.trim().split(' ')};
  }).filter(candidate => candidate.move);
  const own = owners && owners.split(' ').map(Number).filter(x => !Number.isNaN(x));
  return {moves, own};
}
