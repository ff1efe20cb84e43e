import type { QueryClient } from '@tanstack/react-query';
import { followSpace } from './follow-space.ts';
import { createRefresh } from './refresh.ts';
import { watchForms } from './unsaved-forms.ts';

/**
 * Keeps what a tab shows of a Space up to date until the returned function is called.
 *
 * The service sends topics and never data. A topic makes reads of the cache stale, and those on screen are read again, at most four times a
 * second. So every read is authorized like any other. A tab that is hidden reads when it is visible again. A log does not
 * move while it is read (`use-log-news.ts`), and a form with unsaved input keeps the thing that it was made from.
 */
export function startLive(queries: QueryClient, space_id: string): () => void {
  const refresh = createRefresh(queries, space_id);
  const stops = [followSpace(space_id, refresh.receive), watchForms(), refresh.stop];
  return function stopLive() {
    for (const stop of stops) stop();
  };
}
