import { z } from 'zod';
import { MAX_IMPORT_ERROR_LINES, MAX_IMPORT_ERRORS } from './limits.ts';

const Fault = z.object({
  column_key: z.string().nullable(),
  code: z.string(),
  message: z.string().describe('Error of the first of its lines'),
  other_messages: z.array(z.string()).optional().describe('Further messages of the listed lines, such as those with other values'),
  count: z.int().describe('Lines with this fault'),
  lines: z.array(z.int()).describe(`The first of these lines, at most ${MAX_IMPORT_ERROR_LINES}; the header is line 1`),
});

/** A fault of a column in some lines of a CSV. */
export type ImportFault = z.output<typeof Fault>;

/** The faults of a CSV, grouped. */
export const importFaults = z.array(Fault).describe(`One entry for each fault of each column; at most ${MAX_IMPORT_ERRORS}`);
