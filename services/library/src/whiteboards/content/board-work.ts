import { BoardError, type BoardJobs, type BoardPool, createBoardPool } from '@space/board';
import { invalidFields, notFound, Problem } from '@space/contracts/core';
import { MAX_BOARD_CPU_MS, MAX_BOARD_MEMORY_MB, MAX_BOARD_WALL_CLOCK_MS, MAX_WAITING_BOARDS } from '@space/contracts/whiteboards';
import type { ContentTables } from '../../contents/kinds/content-tables-sql.ts';
import { turnsOfVisitors } from '../../contents/kinds/turns-of-visitors.ts';
import { whiteboardTables } from '../rows/whiteboard-tables.ts';

/** The way in which the refusal of a job names its place in a call. */
export interface RefusalPlaces {
  /** Returns the field of the call with the element or change at an index. */
  readonly fieldOf: (index: number | undefined, field: string | undefined) => string;
  /** The problem of an element that the call changes and that is not there. */
  readonly missing: 'not_found' | 'unresolved_reference';
}

/** The work on whiteboards of one process. Large ones are worked on in threads. */
export interface BoardWork {
  readonly tables: ContentTables;
  readonly pool: BoardPool;
  /** Performs a job for a Space. Throws the problem of a refusal; without `places` the call has a list `elements`. */
  run<Name extends keyof BoardJobs>(
    space: string,
    name: Name,
    input: BoardJobs[Name]['takes'],
    places?: RefusalPlaces,
  ): Promise<BoardJobs[Name]['returns']>;
}

const RETRY_AFTER_S = 5;

/** Creates the work on whiteboards of one process. */
export function createBoardWork(): BoardWork {
  const limits = { cpu_ms: MAX_BOARD_CPU_MS, wall_clock_ms: MAX_BOARD_WALL_CLOCK_MS, check_ms: 100 };
  const waiting = { owner: MAX_WAITING_BOARDS.space, all: MAX_WAITING_BOARDS.process };
  const pool = createBoardPool({ threads: 1, limits, memory_mb: MAX_BOARD_MEMORY_MB, waiting });
  return {
    tables: whiteboardTables,
    pool,
    async run(space, name, input, places = inElements) {
      try {
        return await pool.runShort(space, name, input);
      } catch (error) {
        throw error instanceof BoardError ? problemOf(error, places) : error;
      }
    },
  };
}

/** Returns the work on whiteboards for visitors of Spaces, in turns of their own. */
export function boardsForVisitors(boards: BoardWork): BoardWork {
  return { ...boards, run: (space, ...job) => boards.run(turnsOfVisitors(space), ...job) };
}

/** Returns the places of a call with a list of elements, changes or ids. */
export const inList = (list: string, missing: RefusalPlaces['missing'] = 'not_found'): RefusalPlaces => ({
  fieldOf: (index, field) => [list, ...(index === undefined ? [] : [index]), ...(field === undefined ? [] : [field])].join('.'),
  missing,
});

const inElements = inList('elements');

/** Returns the problem of a refusal. */
function problemOf({ code, message, place }: BoardError, { fieldOf, missing }: RefusalPlaces): Problem {
  const sentence = message.replace(/\.$/, '');
  const path = fieldOf(place.index, place.field);
  if (code === 'busy') return new Problem('unavailable', message, { retry_after_s: RETRY_AFTER_S });
  if (code === 'conflict') return new Problem('conflict', place.index === undefined ? message : `${path}: ${message}`);
  if (code === 'too_large' && place.index === undefined) return new Problem('limit_reached', message);
  if (code === 'unknown_element' && missing === 'not_found' && (place.field === undefined || place.field === 'element_id'))
    return notFound('element of the whiteboard', place.element_id ?? '');
  if (code === 'unknown_element')
    return new Problem('unresolved_reference', `${path}: ${message}`, {
      errors: [{ path, code: 'unresolved_reference', message: sentence }],
    });
  return invalidFields([{ path, code, message: sentence }]);
}
