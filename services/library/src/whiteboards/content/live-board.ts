import { createBoardPool } from '@space/board';
import { MAX_BOARD_CPU_MS, MAX_BOARD_MEMORY_MB, MAX_BOARD_WALL_CLOCK_MS } from '@space/contracts/whiteboards';
import type { LiveThread } from '../../live/live-ports.ts';

/** Creates the thread that checks the updates of whiteboards. It is one, because it has the whiteboards in memory. */
export function liveBoard(): LiveThread {
  const limits = { cpu_ms: MAX_BOARD_CPU_MS, wall_clock_ms: MAX_BOARD_WALL_CLOCK_MS, check_ms: 100 };
  const pool = createBoardPool({ threads: 1, limits, memory_mb: MAX_BOARD_MEMORY_MB });
  return { ...pool, name: 'live whiteboards', follow: (owner, request) => pool.run(owner, 'follow_board', request) };
}
