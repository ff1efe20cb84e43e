import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Command } from './palette-match.ts';
import { useSpaceIfAny } from './session.tsx';

/** The things that a search found, and what to say about it. */
export interface Found {
  readonly things: readonly Command[];
  readonly note?: string | undefined;
}

const NOTHING: Found = { things: [] };
const SEARCHING: Found = { things: [], note: 'Searching …' };
const PAUSE_MS = 150;

/** Returns the things of the Space that a text finds, from two characters on, a moment after the last key. */
export function useFound(text: string): Found {
  const space_id = useSpaceIfAny()?.id;
  const [, navigate] = useLocation();
  const [found, setFound] = useState(SEARCHING);
  const q = text.trim();
  const isSearched = space_id !== undefined && q.length > 1;
  useEffect(() => {
    if (!isSearched) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const { findThings } = await import('./find-things.ts');
      const things = await findThings(space_id, q, navigate);
      if (isCurrent) setFound(things);
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      setFound(SEARCHING);
    };
  }, [isSearched, space_id, q, navigate]);
  return isSearched ? found : NOTHING;
}
