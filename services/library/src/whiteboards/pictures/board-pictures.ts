import { BoardPictureError, type PictureOptions } from '@space/board/picture';
import { createPicturePool, type PicturePool } from '@space/board/png';
import { notFound, Problem } from '@space/contracts/core';
import { MAX_BOARD_CPU_MS, MAX_BOARD_MEMORY_MB, MAX_BOARD_WALL_CLOCK_MS, MAX_WAITING_BOARDS } from '@space/contracts/whiteboards';
import { turnsOfVisitors } from '../../contents/kinds/turns-of-visitors.ts';
import { cacheDrawings, type Draw } from './drawing-cache.ts';

/** The pictures of whiteboards that one process draws, in threads. */
export interface BoardPictures {
  readonly pool: PicturePool;
  /** Draws a picture for a Space, or returns it from the cache. Throws the problem of a refusal. */
  readonly draw: Draw;
}

const RETRY_AFTER_S = 5;

/** Creates the pictures of one process. */
export function createBoardPictures(): BoardPictures {
  const limits = { cpu_ms: MAX_BOARD_CPU_MS, wall_clock_ms: MAX_BOARD_WALL_CLOCK_MS, check_ms: 100 };
  const waiting = { owner: MAX_WAITING_BOARDS.space, all: MAX_WAITING_BOARDS.process };
  const pool = createPicturePool({ threads: 1, limits, memory_mb: MAX_BOARD_MEMORY_MB, waiting });
  const draw = cacheDrawings(async function drawInThread(space, name, elements, options) {
    try {
      return await pool.run(space, name, { elements, options });
    } catch (error) {
      throw error instanceof BoardPictureError ? problemOf(error, options) : error;
    }
  });
  return { pool, draw };
}

/** Returns the pictures for visitors of Spaces, in turns of their own. */
export function picturesForVisitors(pictures: BoardPictures): BoardPictures {
  return { ...pictures, draw: (space, ...picture) => pictures.draw(turnsOfVisitors(space), ...picture) };
}

function problemOf({ code, message }: BoardPictureError, { frame_id }: PictureOptions): Problem {
  if (code === 'busy') return new Problem('unavailable', message, { retry_after_s: RETRY_AFTER_S });
  return code === 'not_found' ? notFound('frame of the whiteboard', frame_id ?? '') : new Problem('too_large', message);
}
