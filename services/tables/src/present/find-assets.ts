import { type CallContext, request } from '@space/bus';
import { assetDirectory, MAX_SHOWN_ASSETS, type NamedAsset } from '@space/contracts/assets';
import type { Ports } from '@space/runtime';
import { assetIdsIn } from '../cells/attachment-column.ts';
import type { Column, StoredRow } from '../schema/schema.ts';

/** Returns the ids of the assets in the cells of rows, each of them one time. */
export function assetIdsOfRows(columns: readonly Column[], rows: readonly Pick<StoredRow, 'data'>[]): string[] {
  const attachments = columns.filter(({ type }) => type === 'attachment');
  if (attachments.length === 0) return [];
  return [...new Set(rows.flatMap(({ data }) => attachments.flatMap(({ cid }) => assetIdsIn(data[cid]))))];
}

/** Finds assets by id, with those in the trash; a missing one has no entry. It asks another service, so it must not run in a transaction. */
export async function findAssets(bus: Ports['bus'], call: CallContext, ids: readonly string[]): Promise<Map<string, NamedAsset>> {
  const requests: Promise<{ items: NamedAsset[] }>[] = [];
  for (let start = 0; start < ids.length; start += MAX_SHOWN_ASSETS)
    requests.push(request(bus, call, assetDirectory, 'find', { ids: ids.slice(start, start + MAX_SHOWN_ASSETS) }));
  return new Map((await Promise.all(requests)).flatMap(({ items }) => items.map((asset) => [asset.id, asset] as const)));
}
