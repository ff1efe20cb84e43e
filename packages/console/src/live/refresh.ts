import type { Query, QueryClient } from '@tanstack/react-query';
import { PERSON_KEY } from '../api/person.ts';
import type { Change } from './change.ts';
import { tellLogs } from './log-watchers.ts';
import { isStaleAfter } from './stale-after.ts';
import { hasUnsavedForm } from './unsaved-forms.ts';

/** Milliseconds between two refreshes of a screen. */
const PAUSE_MS = 250;

/** Returns true for the read of one thing, which a form may have been made from. */
const isThing = ({ queryKey }: Query): boolean => queryKey.includes('thing') || String(queryKey[3]).startsWith('get');

/** Returns true for a list that does not move while it is read: it gathers what is new itself. */
const isLog = ({ meta }: Query): boolean => meta?.log === true;

/** The refreshes of a tab. */
export interface Refresh {
  /** Makes the reads of a Space stale that a change is about. Those on screen are read again soon, in a tab that is visible. */
  receive(change: Change): void;
  stop(): void;
}

/** Creates the refreshes of one Space on a cache. */
export function createRefresh(queries: QueryClient, space_id: string): Refresh {
  let changes: Change[] = [];
  /** Reads that wait: they were under way when they became stale, or a form with unsaved input was made from them. */
  const waiting = new Set<Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function plan(): void {
    if (!document.hidden) timer ??= setTimeout(refresh, PAUSE_MS);
  }

  function refresh(): void {
    timer = undefined;
    if (document.hidden) return;
    const received = changes;
    changes = [];
    if (received.some(({ topic }) => topic === 'me')) void queries.invalidateQueries({ queryKey: PERSON_KEY });
    const isStale = ({ queryKey }: Pick<Query, 'queryKey'>) => received.some((change) => isStaleAfter(queryKey, space_id, change));
    if (received.length > 0) tellLogs((queryKey) => isStale({ queryKey }));
    const stale = new Set([...waiting, ...queries.getQueryCache().findAll({ predicate: isStale })]);
    waiting.clear();
    const isHeld = hasUnsavedForm();
    for (const query of stale) {
      const mustWait = query.isActive() && (query.state.fetchStatus === 'fetching' || (isHeld && isThing(query)));
      if (mustWait) waiting.add(query);
      else if (!isLog(query) || !query.isActive()) void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }
    if (waiting.size > 0) plan();
  }

  document.addEventListener('visibilitychange', plan);
  return {
    receive(change) {
      changes.push(change);
      plan();
    },
    stop() {
      document.removeEventListener('visibilitychange', plan);
      clearTimeout(timer);
    },
  };
}
