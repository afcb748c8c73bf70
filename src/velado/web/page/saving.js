// Changes on their way to the server: one after the other, because each builds on the revision before it.

import { call } from "./api.js";
import { forgetCells } from "./cells.js";
import { complain } from "./say.js";
import { refresh } from "./session.js";

let chain = Promise.resolve();
const waiting = new Map(); // documents with changes that the server has not answered yet

/** Run a piece of work after all that was asked before it. What is refused is told. */
export function inTurn(work) {
  chain = chain.then(work).catch(complain);
  return chain;
}

/**
 * Show other spans of a document at once and save the difference: `add` and `remove` are stretches in the page's own
 * counting. `settled(paper)` is called when the server's word has been taken over.
 */
export function save(paper, spans, { add = [], remove = [] }, settled) {
  paper.suppose(spans);
  waiting.set(paper, (waiting.get(paper) ?? 0) + 1);
  const body = { add: add.map((span) => ({ ...paper.points(span), label: span.label })), remove: remove.map((span) => paper.points(span)) };
  return inTurn(async () => {
    let document = null;
    try {
      document = await call("PATCH", `${paper.path}/spans`, { revision: paper.head.revision, ...body });
      paper.head.revision = document.revision;
    } catch (error) {
      // Another window may have changed it: what stands on the server is shown again.
      await paper.reload();
      settled(paper);
      throw error;
    } finally {
      waiting.set(paper, waiting.get(paper) - 1);
    }
    if (waiting.get(paper) === 0) {
      paper.adopt(document);
      settled(paper);
      await refresh();
    }
  });
}

/** Ask for something that may change many documents; those of `papers` that did are fetched again. */
export function change(path, body, papers, settled) {
  return inTurn(async () => {
    const answer = await call("POST", path, body);
    forgetCells();
    for (const entry of answer.changed) {
      const paper = papers.find((other) => other.file === entry.file && other.number === entry.document && other.loaded);
      if (!paper) continue;
      await paper.reload();
      settled(paper);
    }
    await refresh();
    return answer;
  });
}
