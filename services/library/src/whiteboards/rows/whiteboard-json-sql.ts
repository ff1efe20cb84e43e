import { sql, wireTime } from '@space/database';

/** The ids of the assets that the stored elements of a whiteboard `d` show, as JSON. */
const assetIds = sql.fragment`coalesce((
  select jsonb_agg(distinct r->>'thing_id' order by r->>'thing_id') from library.whiteboard_summary as x, jsonb_array_elements(x.refs) as r
  where x.space_id = d.space_id and x.whiteboard_id = d.id and r->>'thing_kind' = 'asset'), '[]')`;

/** The JSON of the row of a whiteboard `d`: a `WhiteboardRow`. */
export const whiteboardRowJson = sql.fragment`(to_jsonb(d) || jsonb_build_object('asset_ids', ${assetIds}))`;

/** The JSON of a whiteboard `d`, as the wire shows it. */
export const whiteboardJson = sql.fragment`(select row_to_json(r) from (select
  d.id, ${wireTime(sql.fragment`d.created_at`)} as created_at, ${wireTime(sql.fragment`d.updated_at`)} as updated_at, d.title, d.background,
  d.content_version as version, d.folder_id, library.folder_path(d.space_id, d.folder_id) as folder_path, d.is_locked,
  coalesce(x.elements_count, 0) as elements_count, coalesce(x.counts, '{}') as counts, x.bounds, coalesce(x.excerpt, '') as excerpt,
  d.created_by, d.edited_by, ${wireTime(sql.fragment`d.edited_at`)} as edited_at, ${wireTime(sql.fragment`d.trashed_at`)} as trashed_at
  from (select) as one left join library.whiteboard_summary as x on x.space_id = d.space_id and x.whiteboard_id = d.id
) as r)`;
