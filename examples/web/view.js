'use strict';
/* The board on the page: board.js draws it, this file adds marks, clicks and keys. */

/* Parses the text of a move: [from, to] as points, -1 for none. */
function pointsOf(game, move) {
  const found = [...move.matchAll(/([A-Za-z])(\d+)/g)].slice(0, 2).map(([, letter, row]) => {
    const x = game.columns.toLowerCase().indexOf(letter.toLowerCase());
    const y = game.top ? row - 1 : game.h - row;
    return x < 0 || y < 0 || y >= game.h ? -1 : y * game.w + x;
  });
  if (!/^[A-Za-z]\d/.test(move) || found.length === 0) return [-1, -1];
  return found.length > 1 ? found : [-1, found[0]];
}

class View {
  constructor(element, events) {
    this.element = element;
    this.events = events; /* play(moves), say(text) */
    this.cursor = -1;
    this.selected = -1;
    this.pick = null; /* called with the next chosen point instead of a move, or -1 if cancelled */
    this.marks = [];
    this.own = null;
    this.review = null; /* marks of the review: [[ends, kind]] */
    this.turned = false;
    element.addEventListener('click', event => this.click(event));
    element.addEventListener('keydown', event => this.key(event));
    element.addEventListener('focus', () => this.draw());
    element.addEventListener('blur', () => this.draw());
  }

  /* Shows a new position, a reply to miai-look. */
  set(game) {
    if (!this.game || this.game.game !== game.game || this.game.w !== game.w) this.cursor = -1;
    this.game = game;
    this.selected = -1;
    this.pick = null;
    this.marks = [];
    this.own = this.review = null;
    this.moves = game.legal.split(' ').filter(m => m).map(text => {
      const [from, to] = pointsOf(game, text);
      return {text, from, to};
    });
    if (game.moves.length === 0)
      this.drops = this.moves.length === game.w && game.h > 1 && this.moves.every(m => /^[A-Za-z]1$/.test(m.text));
    const last = game.moves[game.moves.length - 1];
    this.last = last ? pointsOf(game, last[1]).filter(i => i >= 0) : [];
    this.draw();
  }

  turn(turned) {
    this.turned = turned;
    this.draw();
  }

  pointName(i) {
    const y = Math.floor(i / this.game.w);
    return this.game.columns[i % this.game.w] + (this.game.top ? y + 1 : this.game.h - y);
  }

  /* Describes a point for screen readers. */
  describe(i) {
    const {game} = this, sign = game.signs[game.pieces[i]];
    const names = {k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn'};
    let text = 'empty';
    if (sign && game.pieces[i] !== '.')
      text = (sign[0] ? game.player1 : game.player0) + (sign[1] ? ' ' + (names[game.pieces[i].toLowerCase()] || '') : '');
    if (this.movesAt(i).length) text += this.selected < 0 && this.movesAt(i)[0].from === i ? ', can move' : ', playable';
    return `${this.pointName(i)}, ${text}`;
  }

  /* The moves that a click on a point can mean. */
  movesAt(i) {
    if (this.selected >= 0) return this.moves.filter(m => m.from === this.selected && m.to === i);
    const here = this.moves.filter(m => m.from === i || (m.from < 0 && m.to === i));
    if (here.length || !this.drops) return here;
    return this.moves.filter(m => m.to >= 0 && m.to % this.game.w === i % this.game.w);
  }

  choose(i) {
    if (this.pick) return this.pick(i);
    const moves = this.movesAt(i);
    if (this.selected < 0 && moves.length && moves[0].from === i) {
      this.selected = i;
      this.events.say(`${this.pointName(i)} selected`);
    } else if (moves.length) {
      this.selected = -1;
      this.events.play(moves.map(m => m.text));
    } else {
      const again = this.selected >= 0 && this.selected !== i;
      this.selected = -1;
      if (again && this.movesAt(i).length) return this.choose(i);
      this.events.say(`No move at ${this.pointName(i)}`);
    }
    this.draw();
  }

  /* ---- clicks and keys ---- */

  pointAt(event) {
    const svg = this.element.querySelector('svg'), box = svg.createSVGPoint();
    box.x = event.clientX;
    box.y = event.clientY;
    const at = box.matrixTransform(svg.getScreenCTM().inverse());
    let best = -1, nearest = .75;
    for (let i = 0; i < this.game.w * this.game.h; i++) {
      const [x, y] = place(this.game, i), distance = Math.hypot(at.x - x - .5, at.y - y - .5);
      if (distance < nearest) [best, nearest] = [i, distance];
    }
    return best;
  }

  click(event) {
    const i = this.game ? this.pointAt(event) : -1;
    if (i < 0) return;
    this.cursor = i;
    this.choose(i);
  }

  key(event) {
    const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
    const {game} = this, step = steps[event.key];
    if (!game || event.ctrlKey || event.altKey || event.metaKey) return;
    if (this.cursor < 0) this.cursor = Math.floor(game.h / 2) * game.w + Math.floor(game.w / 2);
    if (step) {
      const sign = this.turned ? -1 : 1;
      const x = this.cursor % game.w + sign * step[0], y = Math.floor(this.cursor / game.w) + sign * step[1];
      if (x >= 0 && x < game.w && y >= 0 && y < game.h) this.cursor = y * game.w + x;
      this.events.say(this.describe(this.cursor));
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.choose(this.cursor);
    } else if (event.key === 'Escape') {
      this.selected = -1;
      if (this.pick) this.pick(-1);
    } else {
      return;
    }
    event.preventDefault();
    this.draw();
  }

  /* ---- drawing ---- */

  drawAt(i, shape) {
    const [x, y] = place(this.game, i);
    return shape(x + .5, y + .5);
  }

  /* Squares and hexagons are framed, points are ringed. */
  overlay() {
    let s = '';
    const square = kind => (x, y) => `<rect class="${kind}" x="${x - .46}" y="${y - .46}" width=".92" height=".92" rx=".1"/>`;
    const dot = kind => (x, y) => `<circle class="${kind}" cx="${x}" cy="${y}" r=".16"/>`;
    if (this.selected >= 0) {
      s += this.drawAt(this.selected, square('selected'));
      s += this.moves.filter(m => m.from === this.selected).map(m => this.drawAt(m.to, dot('target'))).join('');
    }
    this.marks.forEach(({move, rate}, n) => {
      const [from, to] = pointsOf(this.game, move);
      if (to < 0) return;
      if (from >= 0) s += drawMove(this.game, {from: [from], to: [to]}, n ? 'other' : 'first');
      else
        s += this.drawAt(to, (x, y) => `<circle class="candidate candidate${n}" cx="${x}" cy="${y}" r=".4"/>` +
          label(x, y + .12, .34, Math.round(100 * rate), 'class="rate"'));
    });
    if (this.review && !this.marks.length)
      s += this.review.map(([ends, kind]) => drawMove(this.game, ends, kind)).join('');
    if (this.cursor >= 0 && document.activeElement === this.element) s += this.drawAt(this.cursor, square('cursor'));
    return s;
  }

  /* Ownership in the format of board.js: letters from K on, in the first player's view. */
  owners() {
    return this.own && this.own.map(x => String.fromCharCode(75 + Math.round(10 * x))).join('');
  }

  draw() {
    const {game} = this;
    if (!game) return;
    game.turned = this.turned;
    const title = `${game.title}, ${game.w} by ${game.h}`;
    const svg = drawBoard(game, {pieces: [...game.pieces], last: this.last, own: this.owners(), title});
    if (svg !== this.drawn) { /* replacing an element between press and release would lose the click */
      this.element.innerHTML = svg.replace(/<\/svg>$/, '<g class="over"></g></svg>');
      this.element.setAttribute('aria-label', `Board: ${title}`);
      this.drawn = svg;
    }
    this.element.querySelector('.over').innerHTML = this.overlay();
  }
}
