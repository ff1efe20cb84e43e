import { z } from 'zod';
import { contract, operation } from '../core/operation.ts';
import { MAX_WAITING_WORD_FILES, WORD_FILE_MS } from './limits.ts';

/** Milliseconds after which a reader of a file of Word waits no longer: for all before its file, and its own. */
export const WORD_FILE_DEADLINE_MS = MAX_WAITING_WORD_FILES.process * WORD_FILE_MS + 5_000;

/** The reason for which a file of Word is refused. */
export const WordRefusal = z.enum(['encrypted', 'too_large', 'worker_ended', 'unreadable']);

/** The reason for which a file of Word is refused. */
export type WordRefusal = z.output<typeof WordRefusal>;

/** The content of a file of Word. */
export const WordContent = z.object({
  html: z.string().describe('Words of others, not sanitised'),
  pictures: z.int().describe('Pictures of the file, which the HTML lacks'),
  left_out: z.array(z.string()).describe('Kinds of elements that the HTML lacks'),
});

/** The content of a file of Word. */
export type WordContent = z.output<typeof WordContent>;

/** Files of Word for library, over the bus only. */
export const wordFiles = contract({
  name: 'word_files',
  service: 'media',
  tag: 'Files of Word',
  description: 'Reads files of Word in a process without secrets.',
  operations: {
    read: operation({
      summary: 'Read a file of Word as HTML',
      description:
        'Fetches nothing that the file names. Throws not_found for a file that is gone, and unavailable when too many wait. A file that cannot be read has a refusal.',
      audience: 'internal',
      input: z.strictObject({ sha256: z.string(), size: z.int() }),
      output: z.object({ content: WordContent.nullable(), refusal: WordRefusal.nullable() }),
      deadline_ms: WORD_FILE_DEADLINE_MS,
    }),
  },
});
