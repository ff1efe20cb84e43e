import type * as Y from 'yjs';
import { elementsOf, findElement, typeOf } from '../document/element-map.ts';
import { touchedElements } from './touched-elements.ts';

/** The elements of a document in memory, followed through all its transactions: their number, and the frames in frames. */
export interface BoardTrack {
  readonly count: () => number;
  /** Returns the frame that a frame is in. */
  readonly frameOf: (frame: string) => string | undefined;
  /** Returns the frames that are directly in a frame. */
  readonly framesIn: (frame: string) => Iterable<string>;
}

/** Returns the elements of a document, and follows its later transactions. */
export function trackBoard(doc: Y.Doc): BoardTrack {
  const present = new Set<string>();
  const frameOf = new Map<string, string>();
  const framesIn = new Map<string, Set<string>>();
  const root = elementsOf(doc);

  function setFrame(id: string, frame: string | undefined): void {
    const former = frameOf.get(id);
    if (former === frame) return;
    if (former !== undefined) framesIn.get(former)?.delete(id);
    if (frame === undefined) frameOf.delete(id);
    else {
      frameOf.set(id, frame);
      framesIn.set(frame, (framesIn.get(frame) ?? new Set()).add(id));
    }
  }

  function look(id: string): void {
    if (root.has(id)) present.add(id);
    else present.delete(id);
    const map = findElement(doc, id);
    const frame = map && typeOf(map) === 'frame' ? map.get('frame_id') : undefined;
    setFrame(id, typeof frame === 'string' ? frame : undefined);
  }

  for (const id of root.keys()) look(id);
  doc.on('afterTransaction', function followTransaction(transaction) {
    for (const id of transaction.changed.get(root as never) ?? []) if (id !== null) look(id);
    for (const { id } of touchedElements(transaction)) look(id);
  });
  return {
    count: () => present.size,
    frameOf: (frame) => frameOf.get(frame),
    framesIn: (frame) => framesIn.get(frame) ?? [],
  };
}
