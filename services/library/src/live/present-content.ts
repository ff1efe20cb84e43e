import { notFound } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import type { ContentRow } from '../contents/kinds/content-row.ts';
import type { LiveContent, LivePorts } from './live-ports.ts';

/** Returns the row of a content that is not in the trash, without a lock. Throws `not_found`. */
export const findPresent = async ({ kind, ports }: Pick<LivePorts, 'kind' | 'ports'>, space: string, id: string): Promise<ContentRow> =>
  presentRow(await kind.find(ports.database, space, [id]), kind, id);

/** Returns the row of a content that is not in the trash, locked until the transaction ends. Throws `not_found`. */
export const lockPresent = async (tx: CommonQueryMethods, kind: LiveContent, space: string, id: string): Promise<ContentRow> =>
  presentRow(await kind.lock(tx, space, [id]), kind, id);

function presentRow(rows: ReadonlyMap<string, ContentRow>, { tables }: LiveContent, id: string): ContentRow {
  const row = rows.get(id);
  if (!row || row.trashed_at !== null) throw notFound(tables.noun, id);
  return row;
}
