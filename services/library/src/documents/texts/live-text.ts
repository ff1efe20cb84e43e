import { MAX_TEXT_CPU_MS, MAX_TEXT_MEMORY_MB, MAX_TEXT_WALL_CLOCK_MS } from '@space/contracts/documents';
import { createTextPool } from '@space/rich-text';
import type { LiveThread } from '../../live/live-ports.ts';

/** Creates the thread that checks the updates of documents. It is one, because it has the documents in memory. */
export function liveText(): LiveThread {
  const limits = { cpu_ms: MAX_TEXT_CPU_MS, wall_clock_ms: MAX_TEXT_WALL_CLOCK_MS, check_ms: 100 };
  const pool = createTextPool({ threads: 1, limits, memory_mb: MAX_TEXT_MEMORY_MB });
  return { ...pool, name: 'live documents', follow: (owner, request) => pool.run(owner, 'follow_document', request) };
}
