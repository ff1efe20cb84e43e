import { MAX_FRAME_NESTING } from '@space/contracts/whiteboard-elements';
import type * as Y from 'yjs';
import { changeBoard, type EditedBoard } from '../changes/change-board.ts';
import { removeElements } from '../changes/delete-elements.ts';
import { type ElementMap, elementsOf, findElement, textOf, typeOf } from '../document/element-map.ts';
import { loadBoard } from '../document/load-board.ts';
import { insertElement, isSameValue, setField, storedFields } from '../document/write-element.ts';
import { writeText } from '../document/write-text.ts';
import type { FieldKey } from '../schema/fields.ts';
import { type BoardComparison, compareElements } from './compare-boards.ts';

/** The encoded states directly before and after the change that is taken back. */
export interface Change {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** The differences that a reversion makes, and its update; null if nothing differs. */
export interface RevertedChange extends BoardComparison {
  readonly update: Uint8Array | null;
}

/**
 * Takes back one change of a whiteboard and leaves later changes in place. Elements that the change added go, those that it deleted come
 * back, and each field that it changed gets its former value if it still has the value of the change. A connector whose end is gone does not
 * come back, nor does a frame that would now be in itself.
 */
export function revertChange(state: Uint8Array, change: Change): RevertedChange {
  const [former, later] = [loadBoard(change.before), loadBoard(change.after)];
  const { update, before, after } = changeBoard(state, (board) => takeBack(board, former, later));
  return { update, ...compareElements([...before.values()], [...after.values()]) };
}

/** Makes a whiteboard what it was in an earlier state. Elements that are alike stay. */
export function restoreState(state: Uint8Array, earlier: Uint8Array): RevertedChange {
  return revertChange(state, { before: earlier, after: state });
}

function takeBack(board: EditedBoard, former: Y.Doc, later: Y.Doc): void {
  const formerIds = elementIds(former);
  const laterIds = elementIds(later);
  const back: string[] = [];
  const [reframed, reconnected]: [string[], string[]] = [[], []];
  removeElements(board, new Set([...laterIds].filter((id) => !formerIds.has(id) && findElement(board.doc, id))), false);
  for (const id of formerIds) {
    const [was, became, is] = [former, later, board.doc].map((doc) => findElement(doc, id));
    if (!became && !is) {
      bringBack(board.doc, id, was!);
      back.push(id);
    } else if (became && is) {
      const keys = resetFields(is, was!, became);
      if (keys.has('frame_id')) reframed.push(id);
      if (keys.has('from') || keys.has('to')) reconnected.push(id);
    }
  }
  dropLostConnectors(board.doc, [...back, ...reconnected]);
  leaveCircles(board.doc, [...back, ...reframed]);
}

function elementIds(doc: Y.Doc): ReadonlySet<string> {
  return new Set([...elementsOf(doc).keys()].filter((id) => findElement(doc, id)));
}

function bringBack(doc: Y.Doc, id: string, was: ElementMap): void {
  const type = typeOf(was);
  if (type) insertElement(doc, { id, type, text: textOf(was), fields: storedFields(was) });
}

/** Gives the fields of an element that a change changed, and that no one changed since then, their former values. Returns their keys. */
function resetFields(is: ElementMap, was: ElementMap, became: ElementMap): ReadonlySet<string> {
  const [had, got] = [storedFields(was), storedFields(became)];
  const reset = new Set<string>();
  for (const key of new Set([...Object.keys(had), ...Object.keys(got)]) as ReadonlySet<FieldKey>) {
    if (isSameValue(had[key], got[key]) || !isSameValue(is.get(key), got[key])) continue;
    setField(is, key, had[key]);
    reset.add(key);
  }
  if (textOf(was) !== textOf(became) && textOf(is) === textOf(became)) writeText(is, textOf(was));
  return reset;
}

/** Deletes those of some connectors that end at an element that is not there. */
function dropLostConnectors(doc: Y.Doc, ids: readonly string[]): void {
  for (const id of ids) {
    const map = findElement(doc, id);
    const ends = map && typeOf(map) === 'connector' ? [map.get('from'), map.get('to')] : [];
    const isLost = ends.some((end) => isElementEnd(end) && !findElement(doc, end.element_id));
    if (isLost) elementsOf(doc).delete(id);
  }
}

function isElementEnd(end: unknown): end is { readonly element_id: string } {
  return typeof end === 'object' && end !== null && 'element_id' in end && typeof end.element_id === 'string';
}

/** Takes those of some elements out of their frame that are in themselves, or nested too deeply. */
function leaveCircles(doc: Y.Doc, ids: readonly string[]): void {
  for (const id of ids) {
    const map = findElement(doc, id);
    if (map && !isNestedWell(doc, id)) setField(map, 'frame_id', undefined);
  }
}

function isNestedWell(doc: Y.Doc, id: string): boolean {
  let levels = 0;
  for (let frame = frameOf(doc, id); frame !== undefined; frame = frameOf(doc, frame)) {
    levels += 1;
    if (frame === id || levels >= MAX_FRAME_NESTING + (typeOf(findElement(doc, id)!) === 'frame' ? 0 : 1)) return false;
  }
  return true;
}

function frameOf(doc: Y.Doc, id: string): string | undefined {
  const frame = findElement(doc, id)?.get('frame_id');
  return typeof frame === 'string' ? frame : undefined;
}
