import type { ProcessingWork } from '@space/contracts/assets';
import { sql, wireTime } from '@space/database';
import { isPublicUse } from './public-use-sql.ts';

const uses = sql.fragment`(select count(*) from library.asset_use as u where u.space_id = a.space_id and u.asset_id = a.id)`;
const isShown = sql.fragment`exists (
  select from library.asset_use as u where u.space_id = a.space_id and u.asset_id = a.id and ${isPublicUse})`;

/** A column of a work on the file of an asset `a`; null without the work. */
const ofWork = (work: ProcessingWork, column: 'status' | 'width' | 'height' | 'placeholder') => sql.fragment`(
  select p.${sql.identifier([column])} from library.asset_processing as p
  where p.space_id = a.space_id and p.sha256 = a.sha256 and p.work = ${sql.literalValue(work)})`;

const picture = sql.fragment`coalesce(${ofWork('picture', 'status')}, 'unsupported')`;
const processing = sql.fragment`json_build_object('dimensions', ${picture}, 'placeholder', ${picture},
  'text', coalesce(${ofWork('text', 'status')}, 'unsupported'))`;

/** The JSON of an asset `a`, with its address on the public origin. */
export const assetJson = (origin: string) => sql.fragment`(select row_to_json(r) from (select
  a.id, ${wireTime(sql.fragment`a.created_at`)} as created_at, ${wireTime(sql.fragment`a.updated_at`)} as updated_at, a.name, a.kind,
  a.content_type, a.size, a.sha256, a.file_version as version, a.origin, a.folder_id, library.folder_path(a.space_id, a.folder_id) as folder_path,
  a.alt_text, a.description, a.tags, a.focal_point,
  ${ofWork('picture', 'width')} as width, ${ofWork('picture', 'height')} as height, ${ofWork('picture', 'placeholder')} as placeholder,
  ${processing} as processing, a.is_public,
  case when a.trashed_at is null and (a.is_public or ${isShown}) then ${origin}::text || '/a/' || a.id || '/' || a.url_name end as url,
  ${uses} as used_by_count, a.created_by, ${wireTime(sql.fragment`a.trashed_at`)} as trashed_at
) as r)`;

/** The JSON of the row of an asset `a`: an `AssetRow`. */
export const assetRowJson = sql.fragment`(to_jsonb(a) || jsonb_build_object('uses', ${uses}, 'is_shown', ${isShown},
  'width', ${ofWork('picture', 'width')}, 'height', ${ofWork('picture', 'height')}))`;
