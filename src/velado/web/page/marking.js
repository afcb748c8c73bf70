// Marking text that was not found: selected with the mouse or a finger, or word by word with the keys.

import { byId } from "./dom.js";
import { t } from "./i18n.js";
import { say } from "./say.js";
import { indexAt } from "./rows.js";
import { stepLeft, stepRight, trimmed } from "./spans.js";
import { plain } from "./visible.js";

/** Wire it. `chosen()` is the finding that is chosen, `add(paper, start, end)` marks. Gives the commands for the keys. */
export function startMarking(sheet, chosen, add) {
  const button = byId("mark-this");
  let pending = null; // {paper, start, end}, by key
  let taken = null; // the same, by mouse or key, as the button would mark it

  const hide = () => {
    button.hidden = true;
    taken = null;
  };

  function offer() {
    const selected = sheet.selected();
    const edges = selected && trimmed(selected.paper.text, selected.start, selected.end);
    if (!edges) {
      hide();
      return;
    }
    taken = { paper: selected.paper, ...edges };
    const boxes = getSelection().getRangeAt(0).getClientRects();
    const box = boxes[boxes.length - 1];
    const frame = byId("sheet").getBoundingClientRect();
    button.hidden = false;
    const left = Math.min(Math.max(8, box.right - frame.left - 30), frame.width - button.offsetWidth - 8);
    const top = Math.min(Math.max(8, box.bottom - frame.top + 8), frame.height - button.offsetHeight - 8);
    button.style.left = `${left}px`;
    button.style.top = `${top}px`;
  }

  async function mark() {
    const target = pending ? { ...pending, ...trimmed(pending.paper.text, pending.start, pending.end) } : taken; // the browser tells of a new selection late
    if (!target) return;
    pending = null;
    hide();
    await add(target.paper, target.start, target.end);
  }

  async function show() {
    const { paper, start, end } = pending;
    await sheet.point(paper, start, end);
    say(plain(paper.text.slice(start, end)));
  }

  // The pointer decides when a selection is done; while it is being drawn the button would be in the way.
  document.addEventListener("selectionchange", () => {
    if (getSelection().isCollapsed) hide();
    else if (pending) offer();
  });
  sheet.scroller.addEventListener("pointerup", () => {
    pending = null;
    setTimeout(offer);
  });
  document.addEventListener("touchend", () => setTimeout(offer, 50));
  sheet.scroller.addEventListener("scroll", hide, { passive: true });
  button.addEventListener("pointerdown", (event) => event.preventDefault()); // the selection stays
  button.addEventListener("click", mark);

  return {
    marking: () => pending !== null,

    mark,

    // By key: begin with the word after the chosen finding, or the first in sight; or go on with what the mouse selected.
    startMarking() {
      if (taken) {
        mark();
        return;
      }
      const { paper, span } = chosen();
      const at = span ? { paper, position: span.end } : sheet.top();
      if (!at?.paper.loaded) return;
      const end = stepRight(at.paper.text, at.position, true);
      pending = { paper: at.paper, start: Math.max(at.position, stepLeft(at.paper.text, end, true)), end };
      say(t("said.marking"));
      show();
    },

    // Arrows go from word to word (or row to row); with shift the end stretches, by characters when `finely`.
    moveMarking(direction, stretch, finely) {
      const { paper, start, end } = pending;
      const { text } = paper;
      if (stretch) pending.end = direction > 0 ? stepRight(text, end, !finely) : Math.max(stepRight(text, start), stepLeft(text, end, !finely));
      else {
        let position = direction > 0 ? end : start;
        if (Math.abs(direction) === 2) {
          const row = indexAt(paper.rows, start) + Math.sign(direction);
          if (row < 0 || row >= paper.rows.length) return;
          position = paper.rows[row].start;
        }
        const forward = direction > 0 || direction === -2;
        pending.end = forward ? stepRight(text, position, true) : stepRight(text, stepLeft(text, position, true), true);
        pending.start = stepLeft(text, pending.end, true);
      }
      show();
    },

    cancelMarking() {
      pending = null;
      hide();
      getSelection().removeAllRanges();
    },
  };
}
