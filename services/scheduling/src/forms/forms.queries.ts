import { FormField, formLayouts, formStatuses, formTemplates, Quiz } from '@space/contracts/scheduling';
import { containing, listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { queueRemovals } from '../form-assets/removals-sql.ts';

const f = sql.fragment`f`;

/** The JSON of a form as the wire shows it, without the HTML that embeds it, its name and its version. */
const FormJson = z.object({ json: z.string(), name: z.string(), version: z.number() });

const summaryFields = (form: FragmentSqlToken, origin: string) => sql.fragment`
  ${form}.id, ${wireTime(sql.fragment`${form}.created_at`)} as created_at, ${wireTime(sql.fragment`${form}.updated_at`)} as updated_at,
  ${form}.name, ${form}.description, ${form}.status, ${form}.template, ${form}.fields_version as version, ${form}.success_message,
  ${form}.redirect_url, ${form}.double_opt_in, ${form}.quiz, ${form}.layout, ${form}.language, ${origin} || '/f/' || ${form}.id as url, ${form}.field_count`;

const formJson = (form: FragmentSqlToken, origin: string) => sql.fragment`(select row_to_json(r) from (select
  ${summaryFields(form, origin)},
  (select v.fields from scheduling.form_version as v
   where v.space_id = ${form}.space_id and v.form_id = ${form}.id and v.version = ${form}.fields_version) as fields) as r)`;

/** The paging and the filters of a list of forms. */
interface FormListRequest extends PageInput {
  readonly status?: string | undefined;
  readonly search?: string | undefined;
  readonly sort: string;
}

/** Returns the query of the forms of a Space. */
export const listForms = (space: string, origin: string, request: FormListRequest): PageQuery =>
  listQuery(request, {
    from: sql.fragment`scheduling.form as f`,
    alias: 'f',
    where: sql.fragment`f.space_id = ${space}
      ${request.status ? sql.fragment`and f.status = ${request.status}` : sql.fragment``}
      ${request.search ? sql.fragment`and lower(f.name) like lower(${containing(request.search)})` : sql.fragment``}`,
    item: sql.fragment`(select row_to_json(r) from (select ${summaryFields(f, origin)}) as r)`,
    ...orderOf(request.sort, 'f', {
      updated_at: { column: sql.fragment`f.updated_at`, type: 'timestamp' },
      name: { column: sql.fragment`lower(f.name)`, type: 'text' },
    }),
  });

/** Returns the JSON of one form of a Space, or null. */
export const findFormJson = (database: CommonQueryMethods, space: string, id: string, origin: string) =>
  database.maybeOne(sql.type(FormJson)`
    select ${formJson(f, origin)}::text as json, f.name, f.version from scheduling.form as f where f.space_id = ${space} and f.id = ${id}`);

/** A form without its fields. */
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
  layout: z.enum(formLayouts),
  language: z.string().nullable(),
  fields_version: z.number(),
  version: z.number(),
});

/** A form without its fields. */
export type FormRow = z.output<typeof FormRow>;

const formColumns = sql.fragment`space_id, id, name, description, status, template, success_message, redirect_url, double_opt_in, quiz,
  layout, language, fields_version, version`;

/**
 * Returns one form of a Space, or null. `lock` prevents other changes of it until the transaction ends; submissions, which
 * refer to the form, are still inserted.
 */
export const findForm = (database: CommonQueryMethods, space: string, id: string, lock = false) => {
  const tag = lock ? sql.type(FormRow) : sql.prepared('forms-find', FormRow);
  return database.maybeOne(tag`
    select ${formColumns} from scheduling.form where space_id = ${space} and id = ${id} ${lock ? sql.fragment`for no key update` : sql.fragment``}`);
};

/** Returns the form of a public page, in any Space, or null. */
export const findPublicForm = (database: CommonQueryMethods, id: string) =>
  database.maybeOne(sql.type(FormRow)`select ${formColumns} from scheduling.form where id = ${id}`);

/** Returns the fields of one version of a form, or null when there is no such version. */
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

/** Counts the forms of a Space. */
export const countForms = (database: CommonQueryMethods, space: string) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from scheduling.form where space_id = ${space}`);

/** The values of a new form. */
export type NewForm = Omit<FormRow, 'fields_version' | 'version'> & { readonly fields: readonly FormField[] };

/** Inserts a form with the first version of its fields. */
export async function insertForm(tx: CommonQueryMethods, form: NewForm, now: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    insert into scheduling.form (space_id, id, name, description, status, template, success_message, redirect_url, double_opt_in, quiz,
      layout, language, field_count, created_at, updated_at)
    values (${form.space_id}, ${form.id}, ${form.name}, ${form.description}, ${form.status}, ${form.template}, ${form.success_message},
            ${form.redirect_url}, ${form.double_opt_in}, ${jsonOrNull(form.quiz)}::jsonb, ${form.layout}, ${form.language},
            ${form.fields.length}, ${now}::timestamptz, ${now}::timestamptz)`);
  await insertVersion(tx, form, 1, form.fields, now);
}

/** Inserts a version of the fields of a form. */
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

/** Counts the versions of the fields of a form. */
export const countVersions = (tx: CommonQueryMethods, { space_id, id }: Pick<FormRow, 'space_id' | 'id'>) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from scheduling.form_version where space_id = ${space_id} and form_id = ${id}`);

/**
 * Deletes the oldest version of the fields that no submission answers; returns its number, or null when there is none. The
 * present version and the one before, which a concurrent submission may still answer, stay.
 */
export const deleteUnusedVersion = (tx: CommonQueryMethods, { space_id, id, fields_version }: FormRow) =>
  tx.maybeOneFirst(sql.type(z.object({ version: z.number() }))`
    delete from scheduling.form_version where space_id = ${space_id} and form_id = ${id} and version = (
      select v.version from scheduling.form_version as v
      where v.space_id = ${space_id} and v.form_id = ${id} and v.version < ${fields_version} - 1 and not exists (
        select from scheduling.form_submission as s
        where s.space_id = v.space_id and s.form_id = v.form_id and s.form_version = v.version)
      order by v.version limit 1)
    returning version`);

/** Updates a form and increments its version. */
export const updateForm = (tx: CommonQueryMethods, form: FormRow, fieldCount: number, now: string) =>
  tx.query(sql.typeAlias('void')`
    update scheduling.form set name = ${form.name}, description = ${form.description}, status = ${form.status},
      success_message = ${form.success_message}, redirect_url = ${form.redirect_url}, double_opt_in = ${form.double_opt_in},
      quiz = ${jsonOrNull(form.quiz)}::jsonb, layout = ${form.layout}, language = ${form.language}, fields_version = ${form.fields_version}, field_count = ${fieldCount},
      version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${form.space_id} and id = ${form.id}`);

/** Deletes a form with its versions, submissions and files; the assets of the files follow. */
export const deleteForm = (tx: CommonQueryMethods & { readonly now: string }, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`
    with queued as (${queueRemovals(sql.fragment`f.space_id = ${space} and f.form_id = ${id}`, tx.now)})
    delete from scheduling.form where space_id = ${space} and id = ${id}`);

/** Returns the query of the versions of a form. */
export const listFormVersions = (
  space: string,
  { id, sort, ...request }: PageInput & { readonly id: string; readonly sort: string },
): PageQuery =>
  listQuery(request, {
    from: sql.fragment`scheduling.form_version as v`,
    alias: 'v',
    where: sql.fragment`v.space_id = ${space} and v.form_id = ${id}`,
    item: sql.fragment`json_build_object('version', v.version, 'fields', v.fields, 'created_at', ${wireTime(sql.fragment`v.created_at`)})`,
    sortBy: [{ column: sql.fragment`v.version`, type: 'integer' }],
    direction: sort === 'version' ? 'asc' : 'desc',
    order: sort,
  });

const jsonOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value));
