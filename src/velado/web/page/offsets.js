// The server counts characters as Python does (code points), the browser in UTF-16 units: an emoji is one there, two here.

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

// How many entries of a sorted list are below a value.
function below(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The two ways of counting in one text. Cheap to make: only characters beyond the basic plane are remembered. */
export class Offsets {
  constructor(text) {
    this.units = []; // where each pair begins, in units
    this.points = []; // and in characters
    for (const match of text.matchAll(PAIR)) {
      this.points.push(match.index - this.units.length);
      this.units.push(match.index);
    }
  }

  /** A character offset of the server as an offset into the JavaScript string. */
  toUnits(point) {
    return point + below(this.points, point);
  }

  /** An offset into the JavaScript string as a character offset; the middle of a pair counts as its end. */
  toPoints(unit) {
    return unit - below(this.units, unit);
  }
}
