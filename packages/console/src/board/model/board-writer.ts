import { elementsOf, type FieldKey, findElement, insertElement, newElementId, setField, writeText } from '@space/board/live';
import type { BoardElement, ElementType } from '@space/contracts/whiteboard-elements';
import { positionAbove, positionBelow } from '@space/text';
import type * as Y from 'yjs';
import type { BoardElements } from './board-elements.ts';

/** Values of fields of an element by their keys, such as `x` or `style.fill_color`. */
export type FieldValues = Readonly<Partial<Record<FieldKey, unknown>>>;

/** A new element: fields without a value have the defaults. */
export interface NewElement {
  readonly type: ElementType;
  readonly text?: string;
  readonly fields: FieldValues;
}

/** Changes the elements of a live whiteboard. */
export interface BoardWriter {
  /** Adds an element above all others, a frame below all others. Returns its id. */
  add(element: NewElement): string;
  set(id: string, fields: FieldValues): void;
  setText(id: string, text: string): void;
  /** Deletes elements with the connectors that end at them. What is in a deleted frame stays. */
  remove(ids: readonly string[]): void;
  /** Moves elements above or below all others; their order among each other stays. */
  reorder(ids: readonly string[], to: 'front' | 'back'): void;
}

/** Returns the writer of a document whose elements are known. Elements that are gone are left out. */
export function writeBoard(doc: Y.Doc, { list, byId }: BoardElements): BoardWriter {
  let [lowest, highest] = [list[0]?.index ?? null, list.at(-1)?.index ?? null];
  const above = (): string => {
    highest = positionAbove(highest);
    lowest ??= highest;
    return highest;
  };
  const below = (): string => {
    lowest = positionBelow(lowest);
    highest ??= lowest;
    return lowest;
  };
  const set = (id: string, fields: FieldValues): void => {
    const map = findElement(doc, id);
    if (map) for (const [key, value] of Object.entries(fields)) setField(map, key as FieldKey, value);
  };
  return {
    add({ type, text = '', fields }) {
      const id = newElementId();
      insertElement(doc, { id, type, text, fields: { ...fields, index: type === 'frame' ? below() : above() } });
      return id;
    },
    set,
    setText(id, text) {
      const map = findElement(doc, id);
      if (map) writeText(map, text);
    },
    remove(ids) {
      const gone = new Set(ids);
      for (const element of list) if (endsAt(element, gone)) gone.add(element.id);
      for (const { id, frame_id } of list)
        if (frame_id !== null && gone.has(frame_id) && !gone.has(id)) set(id, { frame_id: byId.get(frame_id)?.frame_id ?? null });
      for (const id of gone) elementsOf(doc).delete(id);
    },
    reorder(ids, to) {
      const chosen = new Set(ids);
      const moved = list.filter(({ id }) => chosen.has(id));
      for (const { id } of to === 'front' ? moved : moved.reverse()) set(id, { index: to === 'front' ? above() : below() });
    },
  };
}

const endsAt = (element: BoardElement, ids: ReadonlySet<string>): boolean =>
  element.type === 'connector' && [element.from, element.to].some((end) => 'element_id' in end && ids.has(end.element_id));
