import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';

/** The submission that shows an asset. */
interface FormUse {
  readonly asset_id: string;
  readonly submission_id: string;
  readonly name: string;
  readonly path: string;
}

/** Inserts the use of an asset by the submission whose file it is. */
export const insertFormUse = (tx: CommonQueryMethods & { readonly now: string }, space: string, use: FormUse) =>
  tx.query(sql.typeAlias('void')`
    insert into library.asset_use (space_id, asset_id, kind, thing_id, place, name, path, is_public, created_at)
    values (${space}, ${use.asset_id}, 'form_submission', ${use.submission_id}, '', ${use.name}, ${use.path}, false, ${tx.now}::timestamptz)
    on conflict do nothing`);
