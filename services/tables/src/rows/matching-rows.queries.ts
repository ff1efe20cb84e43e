import { MAX_MATCHED_ROWS } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { RowQuery } from '../query/row-query-sql.ts';

const MatchingRow = z.object({ id: z.string(), bytes: z.number() });

/** A row that a filter matches, and the bytes of its cells as JSON. */
export type MatchingRow = z.infer<typeof MatchingRow>;

/** Returns the rows of a query in the order of their ids: at most one more than a call changes. */
export const findMatchingRows = (database: CommonQueryMethods, { source, where }: RowQuery): Promise<readonly MatchingRow[]> =>
  database.any(sql.type(MatchingRow)`
    select id, octet_length(data::text) + octet_length(computed::text) as bytes
    from (select r.id, r.data, r.computed from ${source} as r where ${where} order by r.id limit ${MAX_MATCHED_ROWS + 1}) as matching
    order by id`);
