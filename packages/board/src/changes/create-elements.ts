import type { BoardElement, NewElement } from '@space/contracts/whiteboard-elements';
import { newElementId as drawId, type NewElementId } from '../document/new-element-id.ts';
import { readElement } from '../document/read-element.ts';
import { type ElementContent, insertElement } from '../document/write-element.ts';
import { BoardError } from '../schema/board-error.ts';
import { changeBoard, type EditedBoard } from './change-board.ts';
import { checkFrames, checkReferences } from './check-references.ts';
import { createIndexes } from './indexes.ts';
import { newContents } from './new-contents.ts';
import { placeNew } from './place-new.ts';

/** New elements in the order of the call, and the Yjs update that adds them; null for no elements. */
export interface CreatedElements {
  readonly update: Uint8Array | null;
  readonly elements: readonly BoardElement[];
}

/** The settings of new elements. */
export interface CreateOptions {
  readonly newElementId?: NewElementId;
}

/**
 * Adds elements to a whiteboard, all or none of them. Each `ref` names an element of the call. Elements without x and y are placed where
 * they cover nothing: in their frame, or next to all others. They cover those that were there, but new frames are below all that is no frame.
 * Throws a BoardError with the index and field: `invalid`, `unknown_element`, `conflict` or `too_large`.
 */
export function createElements(state: Uint8Array, elements: readonly NewElement[], options: CreateOptions = {}): CreatedElements {
  const { update, after, result } = changeBoard(state, (board) => addElements(board, elements, options));
  return { update, elements: result.map((id) => after.get(id)!) };
}

/** Adds elements to a whiteboard in a change and returns their ids in the order of the call. */
export function addElements(board: EditedBoard, elements: readonly NewElement[], { newElementId = drawId }: CreateOptions): string[] {
  const contents = newContents(elements, newElementId);
  const types = new Map(contents.map(({ id, type }) => [id, type]));
  for (const [index, { fields }] of contents.entries()) {
    checkReferences(fields, index, (id) => types.get(id) ?? board.elements.get(id)?.type);
  }
  const fresh = contents.map(toElement);
  const indexOf = new Map(contents.map(({ id }, index) => [id, index]));
  checkFrames(new Map([...board.elements, ...fresh.map((element) => [element.id, element] as const)]), indexOf);
  const placed = withPlaces(board, contents, fresh);
  const order = drawOrder(board, fresh);
  for (const content of placed) {
    insertElement(board.doc, { ...content, fields: { ...content.fields, index: order.get(content.id)! } });
  }
  return contents.map(({ id }) => id);
}

/** Returns a new element as it will be read. */
function toElement({ id, type, text, fields }: ElementContent, index: number): BoardElement {
  const source = new Map<string, unknown>([['type', type], ...Object.entries(fields)]);
  const element = readElement(id, source);
  if (element) return { ...element, text };
  const field = { line: 'points', freehand: 'points', connector: 'from', image: 'asset_id', embed: 'address' }[type as string] ?? 'type';
  throw new BoardError('invalid', `\`${field}\` is required for a ${type}.`, { index, field });
}

function withPlaces(board: EditedBoard, contents: readonly ElementContent[], fresh: readonly BoardElement[]): ElementContent[] {
  const places = placeNew(
    board.before,
    contents.map(({ fields }, at) => ({
      element: fresh[at]!,
      isPlaced: fields.x !== undefined,
      hasSize: fields.width !== undefined || fields.height !== undefined,
    })),
  );
  return contents.map((content) => ({ ...content, fields: { ...content.fields, ...places.get(content.id) } }));
}

/** Returns the places of new elements in the order from bottom to top. An outer frame is below the frames in it. */
function drawOrder(board: EditedBoard, fresh: readonly BoardElement[]): ReadonlyMap<string, string> {
  const indexes = createIndexes(board.before);
  const frames = sortFrames(fresh.filter(({ type }) => type === 'frame'));
  const places = indexes.frames(frames.length);
  const order = new Map(frames.map(({ id }, at) => [id, places[at]!]));
  for (const { id, type } of fresh) if (type !== 'frame') order.set(id, indexes.front());
  return order;
}

function sortFrames(frames: readonly BoardElement[]): BoardElement[] {
  const byId = new Map(frames.map((frame) => [frame.id, frame]));
  const depthOf = (frame: BoardElement | undefined): number => (frame?.frame_id ? 1 + depthOf(byId.get(frame.frame_id)) : 0);
  return [...frames].sort((a, b) => depthOf(a) - depthOf(b));
}
