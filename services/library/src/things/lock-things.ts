import { notFound } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import type { ThingRow, Things } from './things.ts';

/** Returns things in the order of their ids, locked until the transaction ends. Throws `not_found`. */
export async function lockAll<Row extends ThingRow>(
  tx: CommonQueryMethods,
  space: string,
  { kind, lock }: Pick<Things<Row, unknown>, 'kind' | 'lock'>,
  ids: readonly string[],
): Promise<Row[]> {
  const rows = await lock(tx, space, ids);
  return ids.map((id) => {
    const row = rows.get(id);
    if (!row) throw notFound(kind, id);
    return row;
  });
}
