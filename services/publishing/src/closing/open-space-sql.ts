import { sql } from '@space/database';

/** The SQL condition that the Space of the row `p` is open. One that is being deleted publishes nothing, and nothing lists its addresses. */
export const isOfOpenSpace = sql.fragment`not exists (select from publishing.closed_space as closed where closed.space_id = p.space_id)`;
