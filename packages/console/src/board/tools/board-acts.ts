import { newElementId } from '@space/board/live';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { frameAround } from '../geometry/hit-test.ts';
import type { BoardElements } from '../model/board-elements.ts';
import type { BoardStore } from '../model/board-store.ts';
import type { FieldValues } from '../model/board-writer.ts';
import { movePatches, type Patches } from './change-places.ts';
import { addCopies } from './copies.ts';
import { selectedElements, withContents } from './selection.ts';

/** Pixels by which a copy lies next to the original. */
const COPY_OFFSET = 20;

/** The acts on selected elements. Each is one step of undo. */
export interface BoardActs {
  patch(patches: Patches, joins?: boolean): void;
  setAll(selected: ReadonlySet<string>, fields: FieldValues): void;
  setText(id: string, text: string, joins: boolean): void;
  moveBy(selected: ReadonlySet<string>, dx: number, dy: number): void;
  /** Puts elements into the frames in which they lie now, and takes them out of others. */
  putInFrames(selected: ReadonlySet<string>): void;
  remove(selected: ReadonlySet<string>): void;
  reorder(selected: ReadonlySet<string>, to: 'front' | 'back'): void;
  group(selected: ReadonlySet<string>): void;
  ungroup(selected: ReadonlySet<string>): void;
  lock(selected: ReadonlySet<string>, is_locked: boolean): void;
  /** Adds copies and returns their ids. */
  duplicate(selected: ReadonlySet<string>): ReadonlySet<string>;
  paste(elements: readonly BoardElement[]): ReadonlySet<string>;
}

/** Returns the acts on the elements of a store. */
export function boardActs(store: BoardStore): BoardActs {
  const chosen = (selected: ReadonlySet<string>): BoardElement[] => selectedElements(store.getElements(), selected);
  const open = (selected: ReadonlySet<string>): BoardElement[] => chosen(selected).filter(({ is_locked }) => !is_locked);
  const copy = (elements: readonly BoardElement[]): ReadonlySet<string> => {
    const { byId } = store.getElements();
    return new Set(store.write((writer) => addCopies(writer, elements, COPY_OFFSET, (id) => byId.has(id))));
  };
  const patch = (patches: Patches, joins = false): void =>
    store.write(
      (writer) => {
        for (const [id, fields] of patches) writer.set(id, fields);
      },
      { joins },
    );
  const setEach = (elements: readonly BoardElement[], fields: FieldValues): void => patch(new Map(elements.map(({ id }) => [id, fields])));
  return {
    patch,
    setAll: (selected, fields) => setEach(open(selected), fields),
    setText: (id, text, joins) => store.write((writer) => writer.setText(id, text), { joins }),
    moveBy(selected, dx, dy) {
      const elements = store.getElements();
      patch(movePatches(selectedElements(elements, withContents(elements, selected)), dx, dy));
    },
    putInFrames(selected) {
      const patches = framePatches(store.getElements(), selected);
      if (patches.size > 0) patch(patches, true);
    },
    remove: (selected) => store.write((writer) => writer.remove(open(selected).map(({ id }) => id))),
    reorder: (selected, to) => store.write((writer) => writer.reorder([...selected], to)),
    group: (selected) => setEach(open(selected), { group_id: newElementId() }),
    ungroup: (selected) => setEach(open(selected), { group_id: null }),
    lock: (selected, is_locked) => setEach(chosen(selected), { is_locked }),
    duplicate: (selected) => copy(chosen(withContents(store.getElements(), selected))),
    paste: copy,
  };
}

/** Returns what puts elements into the frames that have their centres. What is in a selected frame stays in it. */
function framePatches(elements: BoardElements, selected: ReadonlySet<string>): Patches {
  const moved = withContents(elements, selected);
  const patches = new Map<string, FieldValues>();
  for (const element of selectedElements(elements, selected)) {
    if (element.type === 'connector' || element.is_locked || (element.frame_id !== null && moved.has(element.frame_id))) continue;
    const centre = { x: element.x + element.width / 2, y: element.y + element.height / 2 };
    const frame = frameAround(elements, centre, moved)?.id ?? null;
    if (frame !== element.frame_id) patches.set(element.id, { frame_id: frame });
  }
  return patches;
}
