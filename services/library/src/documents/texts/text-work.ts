import { invalidFields, Problem } from '@space/contracts/core';
import { MAX_TEXT_CPU_MS, MAX_TEXT_MEMORY_MB, MAX_TEXT_WALL_CLOCK_MS, MAX_WAITING_TEXTS } from '@space/contracts/documents';
import { createTextPool, RichTextError, type TextJobName, type TextJobs, type TextPool } from '@space/rich-text';
import type { ContentTables } from '../../contents/kinds/content-tables-sql.ts';
import { turnsOfVisitors } from '../../contents/kinds/turns-of-visitors.ts';
import { documentTables } from '../rows/document-tables.ts';

/** The work on texts of one process. Large ones are worked on in threads. */
export interface TextWork {
  readonly tables: ContentTables;
  readonly pool: TextPool;
  /** Performs a job for a Space. Throws the problem of a refusal; `path` is the field of the call with the text. */
  run<Name extends TextJobName>(
    space: string,
    name: Name,
    input: TextJobs[Name]['takes'],
    path?: string,
  ): Promise<TextJobs[Name]['returns']>;
}

const RETRY_AFTER_S = 5;

/** Creates the work on texts of one process. */
export function createTextWork(): TextWork {
  const limits = { cpu_ms: MAX_TEXT_CPU_MS, wall_clock_ms: MAX_TEXT_WALL_CLOCK_MS, check_ms: 100 };
  const waiting = { owner: MAX_WAITING_TEXTS.space, all: MAX_WAITING_TEXTS.process };
  const pool = createTextPool({ threads: 1, limits, memory_mb: MAX_TEXT_MEMORY_MB, waiting });
  return {
    tables: documentTables,
    pool,
    async run(space, name, input, path = '') {
      try {
        return await pool.runShort(space, name, input);
      } catch (error) {
        throw error instanceof RichTextError ? problemOf(error, path) : error;
      }
    },
  };
}

/** Returns the work on texts for visitors of Spaces, in turns of their own. */
export function textsForVisitors(texts: TextWork): TextWork {
  return { ...texts, run: (space, ...job) => texts.run(turnsOfVisitors(space), ...job) };
}

/** Returns the problem of a refusal. */
function problemOf({ code, message, place: { edit, block_id } }: RichTextError, path: string): Problem {
  if (code === 'busy') return new Problem('unavailable', message, { retry_after_s: RETRY_AFTER_S });
  if (code === 'conflict')
    return new Problem('conflict', edit === undefined ? message : `edits.${edit}: ${message}`, {
      ...(edit === undefined ? {} : { edit }),
      ...(block_id === undefined ? {} : { block_id }),
    });
  return invalidFields([{ path: edit === undefined ? path : `edits.${edit}`, code, message: message.replace(/\.$/, '') }]);
}
