import type { AssetEventData } from '@space/contracts/assets';
import type { Actor } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** An asset whose file was processed, with the data of its events and the actor who gave it the file. */
export interface ProcessedAsset {
  readonly data: AssetEventData;
  readonly actor: Actor;
}

/** Locks the folders of a Space against moves until the transaction ends, as its first lock: events name the folders. */
export const lockPlaces = (tx: CommonQueryMethods, space: string) =>
  tx.query(sql.type(z.object({ locked: z.literal(true) }))`
    select pg_advisory_xact_lock_shared(hashtextextended('library.folders ' || ${space}, 0)) is not null as locked`);

/** Returns the newest assets outside of the trash whose current file has a hash, with the data that all events about them have. */
export async function findProcessedAssets(
  tx: CommonQueryMethods,
  space: string,
  sha256: string,
  origin: string,
  limit: number,
): Promise<readonly ProcessedAsset[]> {
  const rows = await tx.any(sql.type(z.object({ json: z.string() }))`
    select json_build_object('actor', v.created_by, 'data', json_build_object(
      'asset_id', a.id, 'asset', a.name, 'kind', a.kind, 'content_type', a.content_type, 'size', a.size, 'sha256', a.sha256,
      'width', p.width, 'height', p.height, 'version', a.file_version, 'alt_text', a.alt_text, 'origin', a.origin,
      'url', case when a.is_public or exists (
        select from library.asset_use as u where u.space_id = a.space_id and u.asset_id = a.id and u.is_public)
        then ${origin}::text || '/a/' || a.id || '/' || a.url_name end,
      'folder', f.name, 'folder_id', a.folder_id,
      'folder_ids', coalesce((select json_agg(b.id order by b.level desc) from library.folders_above(a.space_id, a.folder_id) as b), '[]')
    ))::text as json
    from library.asset_version as v
    join library.asset as a on a.space_id = v.space_id and a.id = v.asset_id and a.file_version = v.version
    left join library.folder as f on f.space_id = a.space_id and f.id = a.folder_id
    left join library.asset_processing as p on p.space_id = a.space_id and p.sha256 = a.sha256 and p.work = 'picture'
    where v.space_id = ${space} and v.sha256 = ${sha256} and a.trashed_at is null
    order by a.id desc limit ${limit}`);
  return rows.map(({ json }) => JSON.parse(json) as ProcessedAsset);
}
