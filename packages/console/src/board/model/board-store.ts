import { elementsOf, readElement } from '@space/board/live';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import * as Y from 'yjs';
import { type BoardElements, NO_ELEMENTS, orderElements } from './board-elements.ts';
import { type BoardWriter, writeBoard } from './board-writer.ts';

/** The elements of a live whiteboard, as parts on the page read and change them. */
export interface BoardStore {
  getElements(): BoardElements;
  /** Calls a listener after each change. Returns the function that ends it. */
  subscribe(listener: () => void): () => void;
  /** Makes changes, which are one step of undo. With `joins` they are part of the step before. */
  write<Result>(change: (writer: BoardWriter) => Result, options?: { readonly joins?: boolean }): Result;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Takes back the last step of this person. Changes of others stay. */
  undo(): void;
  redo(): void;
  destroy(): void;
}

/** The mark of changes of this person. */
const OWN = Symbol('own');

/** Returns the store of a document. It reads only the elements that a change touches, since a whiteboard may have thousands. */
export function createBoardStore(doc: Y.Doc): BoardStore {
  const root = elementsOf(doc);
  const read = new Map<string, BoardElement>();
  const listeners = new Set<() => void>();
  let elements = NO_ELEMENTS;
  const undoManager = new Y.UndoManager(root, { trackedOrigins: new Set([OWN]), captureTimeout: Number.MAX_SAFE_INTEGER });

  function readAgain(ids: Iterable<string>): void {
    for (const id of ids) {
      const map = root.get(id);
      const element = map instanceof Y.Map ? readElement(id, map) : null;
      if (element) read.set(id, element);
      else read.delete(id);
    }
    elements = orderElements(read, elements);
    for (const listener of [...listeners]) listener();
  }

  function onChange(events: readonly Y.YEvent<Y.AbstractType<unknown>>[]): void {
    const ids = new Set<string>();
    for (const event of events) {
      if (event.target === root) for (const id of event.changes.keys.keys()) ids.add(id);
      else ids.add(String(event.path[0]));
    }
    readAgain(ids);
  }
  root.observeDeep(onChange);
  const onStack = (): void => {
    for (const listener of [...listeners]) listener();
  };
  undoManager.on('stack-item-added', onStack);
  undoManager.on('stack-item-popped', onStack);
  readAgain(root.keys());

  return {
    getElements: () => elements,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    write(change, { joins = false } = {}) {
      if (!joins) undoManager.stopCapturing();
      return doc.transact(() => change(writeBoard(doc, elements)), OWN);
    },
    get canUndo() {
      return undoManager.canUndo();
    },
    get canRedo() {
      return undoManager.canRedo();
    },
    undo() {
      undoManager.undo();
    },
    redo() {
      undoManager.redo();
    },
    destroy() {
      root.unobserveDeep(onChange);
      undoManager.destroy();
      listeners.clear();
    },
  };
}
