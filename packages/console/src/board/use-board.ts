import { useEffect, useState, useSyncExternalStore } from 'react';
import type { LiveState } from '../live-editing/live-state.ts';
import { type BoardContent, type BoardSource, openBoard } from './board-content.ts';
import { type BoardElements, NO_ELEMENTS } from './model/board-elements.ts';
import { type PersonOnBoard, peopleOnBoard } from './people/presence.ts';

/** A whiteboard on the page, as its parts need it. */
export interface BoardOnPage {
  readonly content: BoardContent | undefined;
  readonly elements: BoardElements;
  readonly live: LiveState | undefined;
  readonly people: readonly PersonOnBoard[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

const never = (): (() => void) => () => undefined;

/** Opens a whiteboard while a part is shown. */
export function useBoard(source: BoardSource): BoardOnPage {
  const [content, setContent] = useState<BoardContent>();
  const updates = source.kind === 'stored' ? source.updates : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the source, and updates that were read again for themselves
  useEffect(() => {
    const opened = openBoard(source);
    setContent(opened);
    return () => {
      opened.destroy();
      setContent(undefined);
    };
  }, [source.kind, source.key, updates]);
  const store = content?.store;
  const elements = useSyncExternalStore(store?.subscribe ?? never, () => store?.getElements() ?? NO_ELEMENTS);
  const canUndo = useSyncExternalStore(store?.subscribe ?? never, () => store?.canUndo ?? false);
  const canRedo = useSyncExternalStore(store?.subscribe ?? never, () => store?.canRedo ?? false);
  const live = useSyncExternalStore(content?.live?.subscribe ?? never, () => content?.live?.getState());
  return { content, elements, live, people: usePeople(content), canUndo, canRedo };
}

function usePeople(content: BoardContent | undefined): readonly PersonOnBoard[] {
  const [people, setPeople] = useState<readonly PersonOnBoard[]>([]);
  useEffect(() => {
    const awareness = content?.live?.awareness;
    if (!awareness) return undefined;
    const read = (): void => setPeople(peopleOnBoard(awareness));
    awareness.on('change', read);
    return () => {
      awareness.off('change', read);
      setPeople([]);
    };
  }, [content]);
  return people;
}
