import * as Y from 'yjs';
import { type LiveContent, type LiveOptions, openLiveContent } from '../live-editing/live-content.ts';
import { boardSchema } from './model/board-schema.ts';
import { type BoardStore, createBoardStore } from './model/board-store.ts';

/** The source of a whiteboard: the live one, or updates of a stored one that is shown only. Another `key` is another whiteboard. */
export type BoardSource =
  | { readonly kind: 'live'; readonly key: string; readonly options: LiveOptions }
  | { readonly kind: 'stored'; readonly key: string; readonly updates: readonly Uint8Array[] };

/** A whiteboard that is open on the page. */
export interface BoardContent {
  readonly store: BoardStore;
  /** Undefined for a whiteboard that is shown only. */
  readonly live: LiveContent | undefined;
  destroy(): void;
}

/** Opens a whiteboard. */
export function openBoard(source: BoardSource): BoardContent {
  const live = source.kind === 'live' ? openLiveContent(boardSchema, source.options) : undefined;
  const doc = live?.doc ?? new Y.Doc();
  if (source.kind === 'stored') for (const update of source.updates) Y.applyUpdate(doc, update);
  const store = createBoardStore(doc);
  return {
    store,
    live,
    destroy() {
      store.destroy();
      if (live) live.destroy();
      else doc.destroy();
    },
  };
}
