import { z } from 'zod';
import { MAX_SELECTED_ELEMENTS } from '../live/limits.ts';
import { MAX_COORDINATE } from '../whiteboard-elements/limits.ts';

const coordinate = z.number().min(-MAX_COORDINATE).max(MAX_COORDINATE);

/**
 * The cursor and the selection of an editor in the awareness state of a whiteboard. Editors may have more fields; gateways pass on no state whose
 * cursor or selection is another.
 */
export const WhiteboardPresence = z.object({
  cursor: z.object({ x: coordinate, y: coordinate }).nullable().optional(),
  selection: z.array(z.string().min(1).max(64)).max(MAX_SELECTED_ELEMENTS).optional(),
});

/** The cursor and the selection of an editor of a whiteboard. */
export type WhiteboardPresence = z.output<typeof WhiteboardPresence>;
