import { sql, wireTime } from '@space/database';

/** The ids of the assets that the stored text `x` of a document shows, as JSON. */
const assetIds = sql.fragment`coalesce((
  select jsonb_agg(distinct r->>'thing_id' order by r->>'thing_id') from library.document_text as x, jsonb_array_elements(x.refs) as r
  where x.space_id = d.space_id and x.document_id = d.id and r->>'thing_kind' = 'asset'), '[]')`;

const excerpt = sql.fragment`coalesce((
  select x.excerpt from library.document_text as x where x.space_id = d.space_id and x.document_id = d.id), '')`;

/** The JSON of the row of a document `d`: a `DocumentRow`. */
export const documentRowJson = sql.fragment`(to_jsonb(d) || jsonb_build_object('asset_ids', ${assetIds}, 'excerpt', ${excerpt}))`;

/** The JSON of a document `d`, as the wire shows it. */
export const documentJson = sql.fragment`(select row_to_json(r) from (select
  d.id, ${wireTime(sql.fragment`d.created_at`)} as created_at, ${wireTime(sql.fragment`d.updated_at`)} as updated_at, d.title, d.icon,
  d.content_version as version, d.folder_id, library.folder_path(d.space_id, d.folder_id) as folder_path, d.is_locked,
  coalesce(x.excerpt, '') as excerpt, coalesce(x.characters, 0) as characters, coalesce(x.blocks_count, 0) as blocks_count,
  d.created_by, d.edited_by, ${wireTime(sql.fragment`d.edited_at`)} as edited_at, ${wireTime(sql.fragment`d.trashed_at`)} as trashed_at
  from (select) as one left join library.document_text as x on x.space_id = d.space_id and x.document_id = d.id
) as r)`;
