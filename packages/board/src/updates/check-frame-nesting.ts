import { MAX_FRAME_NESTING } from '@space/contracts/whiteboard-elements';
import { BoardError } from '../schema/board-error.ts';
import type { BoardTrack } from './board-track.ts';

/** Throws `conflict` for a frame that is in itself, or that makes frames nested too deeply. Other elements pass. */
export function checkFrameNesting(id: string, track: BoardTrack): void {
  let around = 0;
  for (let frame = track.frameOf(id); frame !== undefined; frame = track.frameOf(frame)) {
    around += 1;
    if (frame === id) throw new BoardError('conflict', 'The update puts a frame into itself; load the whiteboard again.');
    if (around >= MAX_FRAME_NESTING) break;
  }
  if (around + levelsIn(id, track, MAX_FRAME_NESTING + 1) > MAX_FRAME_NESTING) {
    throw new BoardError('conflict', `Frames are nested at most ${MAX_FRAME_NESTING} levels deep.`);
  }
}

/** Returns the levels of frames that a frame makes, with itself, up to a number. */
function levelsIn(id: string, track: BoardTrack, most: number): number {
  if (most <= 1) return 1;
  let levels = 0;
  for (const frame of track.framesIn(id)) levels = Math.max(levels, levelsIn(frame, track, most - 1));
  return levels + 1;
}
