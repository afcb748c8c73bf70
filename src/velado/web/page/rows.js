// A text cut into what is drawn: rows (a line, or a piece of a very long one) and chunks of rows that come and go with scrolling.

const LONGEST_ROW = 700; // units; a line of 200,000 characters must not be one block of layout
const CHUNK_UNITS = 2400;
const CHUNK_ROWS = 40;

const isLow = (unit) => unit >= 0xdc00 && unit <= 0xdfff;

// Where a piece of a long line ends: behind a space if there is one, and never inside a pair.
function endOfPiece(text, start, end) {
  if (end - start <= LONGEST_ROW) return end;
  const limit = start + LONGEST_ROW;
  const space = text.lastIndexOf(" ", limit - 1);
  if (space > start + LONGEST_ROW / 2) return space + 1;
  return isLow(text.charCodeAt(limit)) ? limit - 1 : limit;
}

/** The rows of a text: `[start, end)` without the line break, and `next`, where the following row begins. */
export function rowsOf(text) {
  const rows = [];
  let start = 0;
  while (start <= text.length) {
    let line = text.indexOf("\n", start);
    if (line < 0) line = text.length;
    while (start < line) {
      const end = endOfPiece(text, start, line);
      rows.push({ start, end, next: end === line ? line + 1 : end });
      start = end;
    }
    if (rows.length === 0 || rows.at(-1).next !== line + 1) rows.push({ start: line, end: line, next: line + 1 });
    start = line + 1;
  }
  return rows;
}

/** Rows bundled for drawing: `{document, first, last}` with row numbers, half open. */
export function chunksOf(rows, document) {
  const chunks = [];
  let first = 0;
  let units = 0;
  rows.forEach((row, index) => {
    units += row.end - row.start;
    if (units >= CHUNK_UNITS || index - first + 1 >= CHUNK_ROWS) {
      chunks.push({ document, first, last: index + 1 });
      first = index + 1;
      units = 0;
    }
  });
  if (first < rows.length) chunks.push({ document, first, last: rows.length });
  return chunks;
}

/** The number of the last entry whose `start` is not behind a position; 0 when there is none before it. */
export function indexAt(entries, position) {
  let low = 0;
  let high = entries.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (entries[middle].start <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
