import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { useEffect, useRef, useState } from 'react';
import type { BoardElements } from '../model/board-elements.ts';
import { changeWords, selectionWords } from './element-words.ts';

/** Milliseconds over which changes are gathered into one sentence. */
const GATHERING_MS = 2_000;

/** Returns the sentence for a screen reader: about the selection, or about what changed on the whiteboard meanwhile. */
export function useAnnouncement(elements: BoardElements, selected: readonly BoardElement[], order: readonly BoardElement[]): string {
  const [said, setSaid] = useState('');
  const before = useRef(elements);
  const latest = useRef(elements);
  latest.current = elements;
  const ids = selected.map(({ id }) => id).join(' ');
  const hadSelection = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another selection is said
  useEffect(() => {
    if (ids !== '' || hadSelection.current) setSaid(selectionWords(selected, elements, order));
    hadSelection.current = ids !== '';
  }, [ids]);
  useEffect(() => {
    if (before.current === elements) return undefined;
    const timer = setTimeout(() => {
      const words = before.current.list.length === 0 ? undefined : changeWords(before.current, latest.current);
      before.current = latest.current;
      if (words) setSaid(words);
    }, GATHERING_MS);
    return () => clearTimeout(timer);
  }, [elements]);
  return said;
}
