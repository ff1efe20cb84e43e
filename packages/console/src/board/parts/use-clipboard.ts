import type { ClipboardEvent } from 'react';
import { toBoard } from '../geometry/view.ts';
import type { BoardElements } from '../model/board-elements.ts';
import type { BoardStore } from '../model/board-store.ts';
import type { BoardActs } from '../tools/board-acts.ts';
import { round } from '../tools/change-places.ts';
import { copyOf, readCopy } from '../tools/copies.ts';
import { selectedElements, withContents } from '../tools/selection.ts';
import type { CanvasState } from './canvas-state.ts';

/** The needs of the clipboard of a canvas. */
export interface ClipboardOptions {
  readonly state: CanvasState;
  readonly elements: BoardElements;
  readonly store: BoardStore | undefined;
  readonly acts: BoardActs | undefined;
  readonly canWrite: boolean;
}

/** Returns the handlers of copy, cut and paste. A copied text becomes a text in the middle of the window. */
export function useClipboard({ state, elements, store, acts, canWrite }: ClipboardOptions) {
  const isOwn = (event: ClipboardEvent<HTMLElement>): boolean => event.target === event.currentTarget;
  function copy(event: ClipboardEvent<HTMLElement>): boolean {
    const chosen = selectedElements(elements, withContents(elements, state.selected));
    if (!isOwn(event) || chosen.length === 0) return false;
    event.clipboardData.setData('text/plain', copyOf(chosen));
    event.preventDefault();
    return true;
  }
  return {
    onCopy: (event: ClipboardEvent<HTMLElement>) => void copy(event),
    onCut(event: ClipboardEvent<HTMLElement>) {
      if (canWrite && copy(event)) acts?.remove(state.selected);
    },
    onPaste(event: ClipboardEvent<HTMLElement>) {
      const text = event.clipboardData.getData('text/plain');
      if (!isOwn(event) || !canWrite || !store || !acts || text.trim() === '') return;
      event.preventDefault();
      const copied = readCopy(text);
      if (copied) return state.select(acts.paste(copied));
      const { x, y } = toBoard(state.view, { x: state.size.width / 2 - 150, y: state.size.height / 2 });
      const element = { type: 'text', text, fields: { x: round(x), y: round(y), width: 300 } } as const;
      state.select([store.write((writer) => writer.add(element))]);
    },
  };
}
