import { z } from 'zod';
import { MAX_ID_LENGTH } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';

const rowRef = z.object({ table_id: z.string().max(MAX_ID_LENGTH), id: z.string().max(MAX_ID_LENGTH) });

/** Rows that one question may contain: more than the largest body names. */
const ROWS_OF_LARGEST_BODY = 10_000;

/** Tells other services which rows exist. */
export const rowDirectory = contract({
  name: 'row_directory',
  service: 'tables',
  tag: 'Rows that exist',
  description: 'Answers other services which rows exist, over the bus only.',
  operations: {
    find: operation({
      summary: 'Find the rows that exist in this Space',
      audience: 'internal',
      input: z.strictObject({ rows: z.array(rowRef).max(ROWS_OF_LARGEST_BODY) }),
      output: z.object({ rows: z.array(rowRef).describe('Those of the given rows that exist') }),
    }),
  },
});
