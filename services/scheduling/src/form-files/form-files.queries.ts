import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** The properties of a file that its answer stores. */
const FileFacts = z.object({ id: z.string(), field_key: z.string(), name: z.string(), content_type: z.string(), size: z.number() });

/** Returns the files of a form that have these ids and belong to no submission. */
export const findUnusedFiles = (database: CommonQueryMethods, space: string, form: string, ids: readonly string[]) =>
  database.any(sql.type(FileFacts)`
    select id, field_key, name, content_type, size from scheduling.form_file
    where space_id = ${space} and form_id = ${form} and submission_id is null and id = any(${sql.array([...ids], 'text')})`);

/** Assigns unclaimed files to a submission, from which they move to the library, and returns how many there were. */
export const claimFiles = async (
  tx: CommonQueryMethods & { readonly now: string },
  space: string,
  ids: readonly string[],
  submission: string,
): Promise<number> =>
  (
    await tx.any(sql.type(z.object({ id: z.string() }))`
      update scheduling.form_file set submission_id = ${submission}, move_at = ${tx.now}::timestamptz
      where space_id = ${space} and submission_id is null and id = any(${sql.array([...ids], 'text')}) returning id`)
  ).length;

/** The values of a new file. */
export interface NewFile {
  readonly space_id: string;
  readonly id: string;
  readonly form_id: string;
  readonly field_key: string;
  readonly name: string;
  readonly content_type: string;
  readonly bytes: Buffer;
}

/** Inserts an unclaimed file that expires at `until`. */
export const insertFile = (database: CommonQueryMethods, file: NewFile, now: string, until: string) =>
  database.query(sql.typeAlias('void')`
    insert into scheduling.form_file (space_id, id, form_id, field_key, name, content_type, size, content, created_at, expires_at)
    values (${file.space_id}, ${file.id}, ${file.form_id}, ${file.field_key}, ${file.name}, ${file.content_type}, ${file.bytes.length},
            ${sql.binary(file.bytes)}, ${now}::timestamptz, ${until}::timestamptz)`);

/** Deletes the unclaimed files that have these ids. */
export const deleteUnusedFiles = (database: CommonQueryMethods, space: string, ids: readonly string[]) =>
  database.query(sql.typeAlias('void')`
    delete from scheduling.form_file
    where space_id = ${space} and submission_id is null and id = any(${sql.array([...ids], 'text')})`);

const StoredFile = z.object({
  id: z.string(),
  created_at: z.string(),
  form_id: z.string(),
  field_key: z.string(),
  name: z.string(),
  content_type: z.string(),
  size: z.number(),
  asset_id: z.string().nullable(),
  content_base64: z.string().nullable(),
});

/** Returns one file of a form, or null. It has its bytes unless they are those of an asset. */
export const findFile = (database: CommonQueryMethods, space: string, form: string, id: string) =>
  database.maybeOne(sql.type(StoredFile)`
    select f.id, ${wireTime(sql.fragment`f.created_at`)} as created_at, f.form_id, f.field_key, f.name, f.content_type, f.size, f.asset_id,
      translate(encode(f.content, 'base64'), E'\n', '') as content_base64
    from scheduling.form_file as f where f.space_id = ${space} and f.form_id = ${form} and f.id = ${id}`);

/** Returns the total size of a form's unclaimed files, in bytes. */
export const sumUnusedBytes = (database: CommonQueryMethods, space: string, form: string) =>
  database.oneFirst(sql.type(z.object({ bytes: z.number() }))`
    select coalesce(sum(size), 0)::float8 as bytes from scheduling.form_file where space_id = ${space} and form_id = ${form} and submission_id is null`);

/** Counts the files of a Space, those included that no submission has claimed yet. */
export const countFiles = (database: CommonQueryMethods, space: string) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from scheduling.form_file where space_id = ${space}`);
