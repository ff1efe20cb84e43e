import { sql } from '@space/database';

/**
 * The condition that visitors see the place of a use `u`. A use by a document is public only while the document is published: its end and the
 * trash of the document end the reading of its assets immediately.
 */
export const isPublicUse = sql.fragment`(u.is_public and (u.kind <> 'document' or exists (
  select from library.document_publication as s join library.document as t on t.space_id = s.space_id and t.id = s.document_id
  where s.space_id = u.space_id and s.document_id = u.thing_id and t.trashed_at is null)))`;
