import { Problem } from '@space/contracts/core';
import { MAX_DEFAULT_VALUES_BYTES, MAX_DEFINITION_BYTES } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const DefinitionSize = z.object({ bytes: z.int(), default_bytes: z.int() });

/**
 * Throws `limit_reached` if the columns and shared views of a table together are too large, or the default values of its columns,
 * after a change in this transaction. Every call for a table reads its columns, a definition contains all these views, and each
 * new row all default values.
 */
export async function assertDefinitionSize(tx: CommonQueryMethods, space: string, table: string): Promise<void> {
  const { bytes, default_bytes } = await tx.one(sql.type(DefinitionSize)`
    select (c.bytes + c.default_bytes + v.bytes)::int as bytes, c.default_bytes::int as default_bytes
    from (
      select coalesce(sum(octet_length(options::text) + octet_length(config::text)), 0) as bytes,
        coalesce(sum(octet_length(default_value::text)), 0) as default_bytes
      from tables.user_column where space_id = ${space} and table_id = ${table} and deleted_at is null
    ) as c cross join (
      select coalesce(sum(octet_length(config::text)), 0) as bytes from tables.view
      where space_id = ${space} and table_id = ${table} and owner_id is null
    ) as v`);
  if (default_bytes > MAX_DEFAULT_VALUES_BYTES)
    throw new Problem(
      'limit_reached',
      `The default values of a table can have ${MAX_DEFAULT_VALUES_BYTES} bytes together; shorten some of them first.`,
    );
  if (bytes > MAX_DEFINITION_BYTES)
    throw new Problem(
      'limit_reached',
      `The columns and shared views of a table can have ${MAX_DEFINITION_BYTES} bytes together; remove choices or settings of views first.`,
    );
}
