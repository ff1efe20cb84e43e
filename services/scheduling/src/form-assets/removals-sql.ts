import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';

/**
 * A statement for `with` that queues the assets of files for removal, also of those that have not become assets yet: a process may be moving
 * them. `matching` selects rows of `form_file` as f.
 */
export const queueRemovals = (matching: FragmentSqlToken, now: string): FragmentSqlToken => sql.fragment`
  insert into scheduling.form_asset_removal (space_id, asset_id, due_at)
  select f.space_id, 'ast_' || substr(f.id, 5), ${now}::timestamptz from scheduling.form_file as f
  where f.move_at is not null and ${matching} on conflict do nothing`;
