// What a person does to the findings of one text. Lists of spans are never changed: every step gives a new one, in order and
// without overlaps.

const WORD = /[\p{L}\p{N}\p{M}_]/u;

const inOrder = (spans) => spans.sort((one, other) => one.start - other.start);
const isHigh = (unit) => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit) => unit >= 0xdc00 && unit <= 0xdfff;

// The character that begins, or ends, at a place, whole even when it takes two units.
const characterAt = (text, at) => String.fromCodePoint(text.codePointAt(at));
const characterBefore = (text, at) =>
  at > 1 && isLow(text.charCodeAt(at - 1)) && isHigh(text.charCodeAt(at - 2)) ? text.slice(at - 2, at) : text[at - 1];

/** The next edge to the right: one character on, or the end of the next word. */
export function stepRight(text, at, byWord = false) {
  if (at >= text.length) return text.length;
  let to = at + characterAt(text, at).length;
  if (!byWord) return to;
  to = at;
  while (to < text.length && !WORD.test(characterAt(text, to))) to += characterAt(text, to).length;
  while (to < text.length && WORD.test(characterAt(text, to))) to += characterAt(text, to).length;
  return to;
}

/** The next edge to the left: one character back, or the beginning of the word before. */
export function stepLeft(text, at, byWord = false) {
  if (at <= 0) return 0;
  if (!byWord) return at - characterBefore(text, at).length;
  let to = at;
  while (to > 0 && !WORD.test(characterBefore(text, to))) to -= characterBefore(text, to).length;
  while (to > 0 && WORD.test(characterBefore(text, to))) to -= characterBefore(text, to).length;
  return to;
}

/** A selection without the spaces around it and not in the middle of a pair; null when nothing is left. */
export function trimmed(text, start, end) {
  while (start < end && /\s/.test(text[start])) start += 1;
  while (end > start && /\s/.test(text[end - 1])) end -= 1;
  if (start > 0 && isLow(text.charCodeAt(start)) && isHigh(text.charCodeAt(start - 1))) start -= 1;
  if (end < text.length && isLow(text.charCodeAt(end)) && isHigh(text.charCodeAt(end - 1))) end += 1;
  return start < end ? { start, end } : null;
}

/** A span that a person set: certain, by definition. */
export const byHand = (start, end, label) => ({ start, end, label, score: 1, source: "review" });

/** The list with one more; what it covers goes, what it touches gives way. */
export function added(spans, span) {
  const rest = [];
  for (const other of spans) {
    if (other.end <= span.start || other.start >= span.end) rest.push(other);
    else {
      if (other.start < span.start) rest.push({ ...other, end: span.start, replacement: undefined });
      if (other.end > span.end) rest.push({ ...other, start: span.end, replacement: undefined });
    }
  }
  return inOrder([...rest, span]);
}

/** The list without one of its spans. */
export const without = (spans, span) => spans.filter((other) => other !== span);

/** The list with another type for one of its spans. */
export function retyped(spans, span, label) {
  return spans.map((other) => (other === span ? byHand(span.start, span.end, label) : other));
}

/**
 * The list with one edge of a span moved by a character or a word. It neither runs into its neighbours nor vanishes;
 * the same list when it cannot move.
 */
export function moved(text, spans, span, edge, direction, byWord) {
  const at = spans.indexOf(span);
  const least = at > 0 ? spans[at - 1].end : 0;
  const most = at + 1 < spans.length ? spans[at + 1].start : text.length;
  const step = direction > 0 ? stepRight : stepLeft;
  let { start, end } = span;
  if (edge === "start") {
    start = Math.max(least, step(text, start, byWord));
    // Shrinking by words goes to where the next word begins, not to where the first one ends.
    while (byWord && direction > 0 && start < end && !WORD.test(characterAt(text, start))) start = stepRight(text, start);
  } else {
    end = Math.min(most, step(text, end, byWord));
    while (byWord && direction < 0 && end > start && !WORD.test(characterBefore(text, end))) end = stepLeft(text, end);
  }
  if (start >= end || (start === span.start && end === span.end)) return spans;
  return spans.map((other) => (other === span ? byHand(start, end, span.label) : other));
}
