import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** What an answer says of a file. */
const FileFacts = z.object({ id: z.string(), field_key: z.string(), name: z.string(), content_type: z.string(), size: z.number() });

/** The files of these ids that were uploaded for a form and are not part of a submission yet. */
export const findUnusedFiles = (database: CommonQueryMethods, space: string, form: string, ids: readonly string[]) =>
  database.any(sql.type(FileFacts)`
    select id, field_key, name, content_type, size from scheduling.form_file
    where space_id = ${space} and form_id = ${form} and submission_id is null and id = any(${sql.array([...ids], 'text')})`);

/** Makes files part of a submission; answers how many there were to take. */
export const claimFiles = async (tx: CommonQueryMethods, space: string, ids: readonly string[], submission: string): Promise<number> =>
  (
    await tx.any(sql.type(z.object({ id: z.string() }))`
      update scheduling.form_file set submission_id = ${submission}
      where space_id = ${space} and submission_id is null and id = any(${sql.array([...ids], 'text')}) returning id`)
  ).length;

/** What a file is stored from. */
export interface NewFile {
  readonly space_id: string;
  readonly id: string;
  readonly form_id: string;
  readonly field_key: string;
  readonly name: string;
  readonly content_type: string;
  readonly bytes: Buffer;
}

/** Stores a file that waits for its submission until a moment, when it is forgotten. */
export const insertFile = (database: CommonQueryMethods, file: NewFile, now: string, until: string) =>
  database.query(sql.typeAlias('void')`
    insert into scheduling.form_file (space_id, id, form_id, field_key, name, content_type, size, content, created_at, waits_until)
    values (${file.space_id}, ${file.id}, ${file.form_id}, ${file.field_key}, ${file.name}, ${file.content_type}, ${file.bytes.length},
            ${sql.binary(file.bytes)}, ${now}::timestamptz, ${until}::timestamptz)`);

/** Forgets files of these ids that are not part of a submission. */
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
  content_base64: z.string(),
});

/** One file of a form with its bytes, or null. */
export const findFile = (database: CommonQueryMethods, space: string, form: string, id: string) =>
  database.maybeOne(sql.type(StoredFile)`
    select f.id, ${wireTime(sql.fragment`f.created_at`)} as created_at, f.form_id, f.field_key, f.name, f.content_type, f.size,
      translate(encode(f.content, 'base64'), E'\n', '') as content_base64
    from scheduling.form_file as f where f.space_id = ${space} and f.form_id = ${form} and f.id = ${id}`);

/** Bytes of files that wait for a submission of a form. */
export const sumUnusedBytes = (database: CommonQueryMethods, space: string, form: string) =>
  database.oneFirst(sql.type(z.object({ bytes: z.number() }))`
    select coalesce(sum(size), 0)::float8 as bytes from scheduling.form_file where space_id = ${space} and form_id = ${form} and submission_id is null`);
