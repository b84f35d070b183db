'use strict';
/* The tree of variations.  A node is a move: {turn, move, name, parent, children}; the game is the line of
   first children. */

const VARIATION_PLIES = 6; // of a variation, in the list

let tree = {children: []};

function clearTree() {
  tree = {children: []};
}

function addToTree(parent, turn, move, name) {
  const node = {turn, move, name, parent, children: []};
  parent.children.push(node);
  return node;
}

/* The moves that follow a node: the first ones. */
function movesAfter(node) {
  const moves = [];
  while (node.children.length) moves.push(node = node.children[0]);
  return moves;
}

const mainLine = () => movesAfter(tree);
const isMainLine = () => line.every((node, i) => node === (i ? line[i - 1] : tree).children[0]);

/* The nodes from the first move to a node. */
function pathTo(node) {
  const path = [];
  for (; node.parent; node = node.parent) path.unshift(node);
  return path;
}

/* The line that begins with these moves, as miai-look lists them; adds those that are new. */
function lineThrough(moves, name) {
  let node = tree;
  moves.forEach(([turn, move], i) => {
    node = node.children.find(child => child.move === move && child.turn === turn) ||
      addToTree(node, turn, move, i === moves.length - 1 && name || move);
  });
  return [...pathTo(node), ...movesAfter(node)];
}

function removeFromTree(node) {
  const {children} = node.parent;
  children.splice(children.indexOf(node), 1);
}

/* ---- the list ---- */

/* A variation, as a button with its first moves, and the variations of its own. */
function variationItem(node, ply) {
  const moves = [node, ...movesAfter(node)], shown = moves.slice(0, VARIATION_PLIES);
  const text = shown.map(({name}, i) => {
    const at = lineNumber(ply + i);
    return i && /\.\.\.$/.test(at) ? name : `${at} ${name}`;
  }).join(' ') + (moves.length > shown.length ? ' …' : '');
  const button = makeElement('button', {type: 'button', 'aria-current': String(line[ply] === node),
    click: () => showOtherLine([...pathTo(node), ...movesAfter(node)], ply + 1)}, text);
  const own = variationItems(node, ply + 1);
  return makeElement('li', {}, button, ...own.length ? [makeElement('ul', {}, ...own)] : []);
}

/* The variations that leave the line of first moves after a node; ply: how many moves lead to it. */
function variationItems(node, ply) {
  const items = [];
  for (; node; node = node.children[0], ply++)
    items.push(...node.children.slice(1).map(child => variationItem(child, ply)));
  return items;
}

function showVariations() {
  const items = variationItems(tree, 0);
  $('variationsPart').hidden = items.length === 0;
  const focused = $('variations').contains(document.activeElement);
  $('variations').replaceChildren(...items);
  const current = $('variations').querySelector('[aria-current=true]') || $('variations').querySelector('button');
  if (focused && current) current.focus({preventScroll: true});
}

/* ---- records ---- */

/* The lines from the first move to each last one; the game first. */
function allLines(node = tree) {
  if (!node.children.length) return [pathTo(node)];
  return node.children.flatMap(child => allLines(child));
}

/* Writes the tree by the text of each node: a line goes on, and variations are in parentheses.  moves(node):
   the text; alternative(text): a variation; SGF puts the game in parentheses, too. */
function writeSgfTree(node, text) {
  const [first, ...others] = node.children.map(child => text(child) + writeSgfTree(child, text));
  return others.length ? [first, ...others].map(variation => `(${variation})`).join('\n') : first || '';
}

/* The nodes of an SGF game, from the root: ";B[aa]" and so on. */
const splitSgf = sgf => sgf.trim().slice(1, -1).match(/;(?:[^;[\]]|\[(?:\\[^]|[^\]\\])*\])*/g) || [];

/* One SGF record of the games of a collection, which are all the lines of the tree. */
function joinSgf(sgf) {
  const lines = allLines(), texts = new Map();
  const games = sgf.trim().split(/\n(?=\(;)/).map(splitSgf);
  if (games.length !== lines.length || games.some((nodes, i) => nodes.length !== lines[i].length + 1))
    throw new Error('the variations cannot be saved');
  lines.forEach((path, i) => path.forEach((node, k) => texts.set(node, games[i][k + 1].trim())));
  return `(${games[0][0].trim()}\n${writeSgfTree(tree, node => texts.get(node))})\n`;
}

/* The moves of PGN with variations after the move that they replace. */
function writePgnMoves(node, ply, numbered) {
  const [first, ...others] = node.children;
  if (!first) return [];
  const at = lineNumber(ply), number = numbered || !/\.\.\.$/.test(at) ? `${at} ` : '';
  const variations = others.map(other =>
    `(${[`${at} ${other.name}`, ...writePgnMoves(other, ply + 1, false)].join(' ')})`);
  return [number + first.name, ...variations, ...writePgnMoves(first, ply + 1, variations.length > 0)];
}

/* The record of the game with its variations in place of its moves. */
function joinPgn(pgn) {
  const [head] = pgn.split('\n\n'), [, result = '*'] = pgn.match(/\[Result "(.*?)"\]/) || [];
  const words = [...writePgnMoves(tree, 0, true), result].join(' ').replace(/(.{1,78})(?: |$)/g, '$1\n');
  return `${head}\n\n${words}\n`;
}
