import { MAX_TEXT_CPU_MS, MAX_TEXT_MEMORY_MB, MAX_TEXT_WALL_CLOCK_MS } from '@space/contracts/documents';
import { createTextPool, type TextPool } from '@space/rich-text';
import { createContentTurns as createDocumentTurns } from '../../contents/kinds/content-turns.ts';
import type { DocumentPorts } from '../content/document-ports.ts';
import { createLiveStates, type LiveStates } from './live-states.ts';

/** The ports of the handlers of live editing. Its turns are its own: typing does not wait for edits of calls, which may take seconds. */
export interface LivePorts extends DocumentPorts {
  /** The thread that checks updates. Edits of calls do not make it wait. */
  readonly pool: TextPool;
  readonly states: LiveStates;
}

/** Creates the ports of the handlers of live editing in one process. */
export function livePorts(from: DocumentPorts): LivePorts {
  const limits = { cpu_ms: MAX_TEXT_CPU_MS, wall_clock_ms: MAX_TEXT_WALL_CLOCK_MS, check_ms: 100 };
  // One thread, because it has the documents in memory.
  const pool = { ...createTextPool({ threads: 1, limits, memory_mb: MAX_TEXT_MEMORY_MB }), name: 'live documents' };
  return { ...from, turns: createDocumentTurns(), pool, states: createLiveStates(from.ports.database, pool) };
}
