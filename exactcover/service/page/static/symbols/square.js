/* A square to be filled with symbols: what is in it, what may go where, and what is wrong. Nothing here knows the document. */

export class Square {
  constructor(data) {
    this.data = data;
    this.side = data.rows.length;
    this.symbols = [...data.symbols];
    this.givens = data.rows.flatMap(row => [...row].map(mark => (mark === "." ? "" : mark)));
    this.values = [...this.givens];
    this.marks = this.values.map(() => "");
    this.order = [];
    this.unitsOf = this.values.map(() => []);
    for (const unit of data.units) for (const cell of unit.cells) this.unitsOf[cell].push(unit);
    this.peers = this.unitsOf.map((units, cell) => [...new Set(units.flatMap(unit => unit.cells))].filter(each => each !== cell));
  }

  /** Everything that play changes, as a text. */
  state() {
    return JSON.stringify({ values: this.values, marks: this.marks, order: this.order });
  }

  /** Take over a state; false, and no change, if it is none of this square. */
  restore(text) {
    try {
      const { values, marks, order } = JSON.parse(text);
      const own = list => Array.isArray(list) && list.length === this.values.length;
      const known = value => value === "" || this.symbols.includes(value);
      if (!own(values) || !own(marks) || !values.every(known) || !Array.isArray(order)) return false;
      if (values.some((value, cell) => this.givens[cell] && value !== this.givens[cell])) return false;
      if (!marks.every(text => typeof text === "string" && [...text].every(each => this.symbols.includes(each)))) return false;
      const placed = [...values.keys()].filter(cell => values[cell] && !this.givens[cell]);
      Object.assign(this, { values, marks, order: [...order.filter(cell => placed.includes(cell)), ...placed.filter(cell => !order.includes(cell))] });
      return true;
    } catch { return false; }
  }

  /** Put a symbol into a cell, empty to clear it; the same symbol is no longer noted in the cells that share a unit with it. */
  put(cell, symbol) {
    this.values[cell] = symbol;
    this.order = this.order.filter(each => each !== cell);
    if (!symbol) return;
    this.order.push(cell);
    this.marks[cell] = "";
    for (const peer of this.peers[cell]) this.marks[peer] = this.marks[peer].replace(symbol, "");
  }

  /** Note a symbol in an empty cell, or take the note away. */
  mark(cell, symbol) {
    const marks = this.marks[cell];
    this.marks[cell] = marks.includes(symbol) ? marks.replace(symbol, "") : this.symbols.filter(each => each === symbol || marks.includes(each)).join("");
  }

  /** Whether a symbol may go into a cell, as far as the cells that share a unit with it are concerned. */
  allows(cell, symbol) {
    return this.peers[cell].every(peer => this.values[peer] !== symbol);
  }

  /** The symbols that may go into an empty cell. */
  candidates(cell) {
    return this.symbols.filter(symbol => this.allows(cell, symbol));
  }

  /** The units in which a symbol is twice: each with the symbol and its cells there. */
  conflicts() {
    return this.data.units.flatMap(unit => this.symbols.flatMap(symbol => {
      const cells = unit.cells.filter(cell => this.values[cell] === symbol);
      return cells.length > 1 ? [{ unit, symbol, cells }] : [];
    }));
  }

  /** A unit in which a symbol that it needs has no place left, with its cells; undefined if there is none. */
  homeless() {
    for (const unit of this.data.units) {
      for (const symbol of unit.least ? this.symbols : []) {
        if (unit.cells.some(cell => this.values[cell] === symbol)) continue;
        if (!unit.cells.some(cell => !this.values[cell] && this.allows(cell, symbol))) return { unit, symbol, cells: unit.cells.filter(cell => !this.values[cell]) };
      }
    }
    return undefined;
  }

  /** An empty cell into which nothing may go, of a square that is to be filled; undefined if there is none. */
  barren() {
    if (!this.data.filled) return undefined;
    return this.values.findIndex((value, cell) => !value && !this.candidates(cell).length);
  }

  /** Whether every unit has what it needs, and nothing is twice. */
  isSolved() {
    return !this.conflicts().length && this.data.units.every(unit => !unit.least ||
      this.symbols.every(symbol => unit.cells.some(cell => this.values[cell] === symbol)));
  }

  /** How many of a symbol are still to be placed. */
  left(symbol) {
    return this.side - this.values.filter(value => value === symbol).length;
  }

  /** The squares that have a queen, each with its row and column. */
  squares() {
    return this.values.flatMap((value, cell) => (value ? [[Math.floor(cell / this.side), cell % this.side]] : []));
  }

  get isGrid() {
    return this.data.position.form === "grid";
  }

  /** The keys of the puzzle with what is filled in. */
  keys() {
    const { keys, position } = this.data;
    return { ...keys, [position.key]: this.isGrid ? this.values.map(value => value || ".").join("") : this.squares() };
  }

  /** The values of a solution that the server sent, by cell. */
  solved(solution) {
    if (solution.grid) return [...solution.grid];
    const cells = new Set(solution.queens.map(([row, column]) => row * this.side + column));
    return this.values.map((_, cell) => (cells.has(cell) ? this.symbols[0] : ""));
  }

  /** What is filled in, as a solution of the puzzle is written. */
  solution() {
    return this.isGrid ? { grid: this.values.join("") } : { queens: this.squares() };
  }

  /** The next cell to fill of a solution: one that follows, with the reason in words; else the one with fewest candidates. */
  next(values, chosen) {
    const open = values.flatMap((value, cell) => (value && !this.values[cell] ? [cell] : []));
    if (this.data.filled) {
      const only = open.find(cell => this.candidates(cell).length === 1);
      if (only !== undefined) return { cell: only, why: `Nothing but ${values[only]} can go there.` };
      for (const unit of this.data.units) {
        const cell = unit.cells.find(each => open.includes(each) &&
          unit.cells.every(other => other === each || this.values[other] || !this.allows(other, values[each])));
        if (cell !== undefined) return { cell, why: `${values[cell]} has no other place in ${unit.name}.` };
      }
    }
    if (open.includes(chosen)) return { cell: chosen, why: "" };
    const fewest = open.reduce((best, cell) => (this.candidates(cell).length < this.candidates(best).length ? cell : best), open[0]);
    return { cell: fewest, why: "" };
  }
}
