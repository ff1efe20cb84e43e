import { FormField, formStatuses, formTemplates, Quiz } from '@space/contracts/scheduling';
import { containing, decodeCursor, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';

const f = sql.fragment`f`;

/** A form as Postgres answers it: its JSON and its version. */
const FormJson = z.object({ json: z.string(), version: z.number() });

const summaryFields = (form: FragmentSqlToken, origin: string) => sql.fragment`
  ${form}.id, ${wireTime(sql.fragment`${form}.created_at`)} as created_at, ${wireTime(sql.fragment`${form}.updated_at`)} as updated_at,
  ${form}.name, ${form}.description, ${form}.status, ${form}.template, ${form}.fields_version as version, ${form}.success_message,
  ${form}.redirect_url, ${form}.double_opt_in, ${form}.quiz, ${origin} || '/f/' || ${form}.id as url, ${form}.field_count`;

const formJson = (form: FragmentSqlToken, origin: string) => sql.fragment`(select row_to_json(r) from (select
  ${summaryFields(form, origin)},
  (select v.fields from scheduling.form_version as v
   where v.space_id = ${form}.space_id and v.form_id = ${form}.id and v.version = ${form}.fields_version) as fields) as r)`;

/** Which forms a list shows. */
interface FormListRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly status?: string | undefined;
  readonly search?: string | undefined;
  readonly include_total: boolean;
}

/** The page of forms of a Space, newest first. */
export function listForms(space: string, origin: string, { limit, cursor, status, search, include_total }: FormListRequest): PageQuery {
  const matching = sql.fragment`f.space_id = ${space}
    ${status ? sql.fragment`and f.status = ${status}` : sql.fragment``}
    ${search ? sql.fragment`and lower(f.name) like lower(${containing(search)})` : sql.fragment``}`;
  return {
    limit,
    rows: sql.fragment`
      select json_build_array(f.id)::text as key, (select row_to_json(r) from (select ${summaryFields(f, origin)}) as r)::text as item
      from scheduling.form as f
      where ${matching} ${cursor ? sql.fragment`and f.id < ${decodeCursor(cursor, 'text')[0]}` : sql.fragment``}
      order by f.id desc limit ${limit + 1}`,
    total: include_total ? sql.fragment`select count(*) from scheduling.form as f where ${matching}` : undefined,
  };
}

/** The JSON of one form of a Space, or null. */
export const findFormJson = (database: CommonQueryMethods, space: string, id: string, origin: string) =>
  database.maybeOne(sql.type(FormJson)`
    select ${formJson(f, origin)}::text as json, f.version from scheduling.form as f where f.space_id = ${space} and f.id = ${id}`);

/** What is known of a form beside its fields. */
const FormRow = z.object({
  space_id: z.string(),
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  status: z.enum(formStatuses),
  template: z.enum(formTemplates).nullable(),
  success_message: z.string().nullable(),
  redirect_url: z.string().nullable(),
  double_opt_in: z.boolean(),
  quiz: Quiz.nullable(),
  fields_version: z.number(),
  version: z.number(),
});

/** A form beside its fields. */
export type FormRow = z.output<typeof FormRow>;

const formColumns = sql.fragment`space_id, id, name, description, status, template, success_message, redirect_url, double_opt_in, quiz, fields_version, version`;

/** One form of a Space, or null; `lock` keeps others from changing it until the transaction ends. */
export const findForm = (database: CommonQueryMethods, space: string, id: string, lock = false) => {
  const tag = lock ? sql.type(FormRow) : sql.prepared('forms-find', FormRow);
  return database.maybeOne(tag`
    select ${formColumns} from scheduling.form where space_id = ${space} and id = ${id} ${lock ? sql.fragment`for no key update` : sql.fragment``}`);
};

/** The form of a public page, whatever its Space, or null. */
export const findPublicForm = (database: CommonQueryMethods, id: string) =>
  database.maybeOne(sql.type(FormRow)`select ${formColumns} from scheduling.form where id = ${id}`);

/** The fields that a form had in one of its versions, or null when it never had it. */
export const findFields = async (
  database: CommonQueryMethods,
  space: string,
  form: string,
  version: number,
): Promise<FormField[] | null> => {
  const row = await database.maybeOne(sql.type(z.object({ fields: z.array(FormField) }))`
    select fields from scheduling.form_version where space_id = ${space} and form_id = ${form} and version = ${version}`);
  return row === null ? null : row.fields;
};

/** How many forms a Space has. */
export const countForms = (database: CommonQueryMethods, space: string) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from scheduling.form where space_id = ${space}`);

/** What a form is made of, beside what is counted and timed. */
export type NewForm = Omit<FormRow, 'fields_version' | 'version'> & { readonly fields: readonly FormField[] };

/** Inserts a form with the first version of its fields. */
export async function insertForm(tx: CommonQueryMethods, form: NewForm, now: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    insert into scheduling.form (space_id, id, name, description, status, template, success_message, redirect_url, double_opt_in, quiz, field_count, created_at, updated_at)
    values (${form.space_id}, ${form.id}, ${form.name}, ${form.description}, ${form.status}, ${form.template}, ${form.success_message},
            ${form.redirect_url}, ${form.double_opt_in}, ${jsonOrNull(form.quiz)}::jsonb, ${form.fields.length}, ${now}::timestamptz, ${now}::timestamptz)`);
  await insertVersion(tx, form, 1, form.fields, now);
}

/** Keeps a new version of the fields of a form. */
export const insertVersion = (
  tx: CommonQueryMethods,
  { space_id, id }: Pick<FormRow, 'space_id' | 'id'>,
  version: number,
  fields: readonly FormField[],
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    insert into scheduling.form_version (space_id, form_id, version, fields, created_at)
    values (${space_id}, ${id}, ${version}, ${JSON.stringify(fields)}::jsonb, ${now}::timestamptz)`);

/** Writes a form that was changed; its version goes up. */
export const updateForm = (tx: CommonQueryMethods, form: FormRow, fieldCount: number, now: string) =>
  tx.query(sql.typeAlias('void')`
    update scheduling.form set name = ${form.name}, description = ${form.description}, status = ${form.status},
      success_message = ${form.success_message}, redirect_url = ${form.redirect_url}, double_opt_in = ${form.double_opt_in},
      quiz = ${jsonOrNull(form.quiz)}::jsonb, fields_version = ${form.fields_version}, field_count = ${fieldCount},
      version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${form.space_id} and id = ${form.id}`);

/** Deletes a form with everything that was sent through it. */
export const deleteForm = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`delete from scheduling.form where space_id = ${space} and id = ${id}`);

/** The page of the versions of a form, newest first. */
export const listFormVersions = (
  space: string,
  { id, limit, cursor, include_total }: { id: string; limit: number; cursor?: string | undefined; include_total: boolean },
): PageQuery => ({
  limit,
  rows: sql.fragment`
    select json_build_array(v.version)::text as key,
      json_build_object('version', v.version, 'fields', v.fields, 'created_at', ${wireTime(sql.fragment`v.created_at`)})::text as item
    from scheduling.form_version as v
    where v.space_id = ${space} and v.form_id = ${id} ${cursor ? sql.fragment`and v.version < ${decodeCursor(cursor, 'integer')[0]}::bigint` : sql.fragment``}
    order by v.version desc limit ${limit + 1}`,
  total: include_total
    ? sql.fragment`select count(*) from scheduling.form_version where space_id = ${space} and form_id = ${id}`
    : undefined,
});

const jsonOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value));
