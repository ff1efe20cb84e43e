import type { BoardElement } from '@space/contracts/whiteboard-elements';
import type { BoardElements } from '../model/board-elements.ts';
import { typeWords } from '../tools/tool.ts';

/** Characters of a text in the words of an element. */
const MOST = 80;

/** Returns an element in words: its type, its text, and for a connector the elements at its ends. */
export function elementWords(element: BoardElement, { byId }: Pick<BoardElements, 'byId'>): string {
  const words = [`${typeWords[element.type]}${element.text.trim() === '' ? '' : `: ${beginning(element.text)}`}`];
  if (element.type === 'connector') {
    const [from, to] = [element.from, element.to].map((end) => ('element_id' in end ? nameOf(byId.get(end.element_id)) : undefined));
    if (from !== undefined) words.push(`from ${from}`);
    if (to !== undefined) words.push(`to ${to}`);
  }
  if (element.is_locked) words.push('locked');
  return words.join(', ');
}

const nameOf = (element: BoardElement | undefined): string | undefined =>
  element && (element.text.trim() === '' ? typeWords[element.type].toLowerCase() : `“${beginning(element.text)}”`);

function beginning(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return [...line].length > MOST ? `${[...line].slice(0, MOST).join('')}…` : line;
}

/** Returns the sentence about what is selected. */
export function selectionWords(selected: readonly BoardElement[], elements: BoardElements, order: readonly BoardElement[]): string {
  if (selected.length === 0) return 'Nothing is selected.';
  if (selected.length > 1) return `${selected.length} elements are selected.`;
  const place = order.findIndex(({ id }) => id === selected[0]!.id) + 1;
  return `${elementWords(selected[0]!, elements)}, ${place} of ${order.length}`;
}

/** Returns the sentence about what others changed between two moments, or undefined if they changed nothing. */
export function changeWords(before: BoardElements, after: BoardElements): string | undefined {
  const added = after.list.filter(({ id }) => !before.byId.has(id)).length;
  const removed = before.list.filter(({ id }) => !after.byId.has(id)).length;
  const changed = after.list.filter((element) => before.byId.has(element.id) && before.byId.get(element.id) !== element).length;
  const parts = [
    [added, 'added'],
    [changed, 'changed'],
    [removed, 'deleted'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return said.length === 0 ? undefined : `Elements: ${said.join(', ')}.`;
}
