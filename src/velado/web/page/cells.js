// The cells of tables come many at a time: one call for each would take as long as the notes of a whole ward.

import { call, filePath } from "./api.js";

const BLOCK = 60; // documents that are fetched together
const KEPT = 40; // answers that are remembered
const SHORT = 20_000; // characters; longer ones are left out by the server

const blocks = new Map();

/** Whether a document may come with others. */
export const isShort = (head) => head.row >= 0 && head.length <= SHORT;

/** A document with its text; undefined when the server left it out. */
export async function fetchCell(file, number) {
  const first = number - (number % BLOCK);
  const name = `${file} ${first}`;
  if (!blocks.has(name)) {
    const answer = call("GET", `${filePath(file)}/cells?start=${first}&count=${BLOCK}`);
    blocks.set(name, answer);
    answer.catch(() => blocks.delete(name));
    if (blocks.size > KEPT) blocks.delete(blocks.keys().next().value);
  }
  const { documents } = await blocks.get(name);
  return documents.find((document) => document.number === number);
}

/** What was fetched may be old now. */
export const forgetCells = () => blocks.clear();
