import { isDeepStrictEqual } from 'node:util';
import { type Call, extendJson, type Handlers, Json, withBefore } from '@space/bus';
import { type FieldError, invalidFields, notFound, Problem } from '@space/contracts/core';
import {
  type FormField,
  formCreated,
  formDeleted,
  type forms,
  formUpdated,
  MAX_FORM_VERSIONS,
  MAX_FORMS_PER_SPACE,
} from '@space/contracts/scheduling';
import { brokenConstraint, mustMatch, newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import { embedHtml } from '../embed/embed-html.ts';
import { findEmailField } from './email-field.ts';
import { sizeErrors } from './form-size.ts';
import {
  countForms,
  countVersions,
  deleteForm,
  deleteUnusedVersion,
  type FormRow,
  findFields,
  findForm,
  findFormJson,
  insertForm,
  insertVersion,
  listForms,
  listFormVersions,
  type NewForm,
  updateForm,
} from './forms.queries.ts';
import { normalizeFields } from './normalize-fields.ts';
import { templateList, templates } from './templates.ts';
import { validateFields } from './validate-fields.ts';

type Operations = (typeof forms)['operations'];

/** Returns the handlers of the forms contract except submissions and the report. */
export function formHandlers(ports: Ports): Omit<Handlers<typeof forms>, 'submit' | 'report'> {
  const { database } = ports;
  const write = createWriter('scheduling', ports);
  const origin = publicOrigin(ports.config);

  async function formResponse(on: CommonQueryMethods, space: string, id: string) {
    const form = await findFormJson(on, space, id, origin);
    if (!form) throw notFound('form', id);
    return extendJson(new Json<never>(form.json, form.version), embedHtml(`${origin}/f/${id}`, form.name));
  }

  return {
    async list({ input, caller }) {
      return new Json(await readPage(database, listForms(caller.space_id, origin, input)));
    },

    async create(call) {
      const form = buildForm(call);
      assertValidFields(form.fields, form.double_opt_in);
      return write.write(call, async (tx) => {
        if ((await countForms(tx, form.space_id)) >= MAX_FORMS_PER_SPACE)
          throw new Problem('limit_reached', `A Space can have ${MAX_FORMS_PER_SPACE} forms; delete one first.`);
        await insertForm(tx, form, tx.now);
        tx.emit(formCreated, { form_id: form.id, form: form.name, template: form.template });
        return formResponse(tx, form.space_id, form.id);
      });
    },

    get({ input, caller }) {
      return formResponse(database, caller.space_id, input.id);
    },

    update(call) {
      return write.write(call, async (tx) => {
        const { id, fields: given, ...settings } = call.input;
        const before = await lockForm(tx, call.caller.space_id, id, call.if_version);
        const old = (await findFields(tx, before.space_id, id, before.fields_version)) ?? [];
        const fields = given === undefined ? old : normalizeFields(given);
        const next: FormRow = { ...before, ...definedOnly(settings) };
        const hasNewFields = !isDeepStrictEqual(fields, old);
        if (hasNewFields || (next.double_opt_in && !before.double_opt_in)) assertValidFields(fields, next.double_opt_in);
        const changed = (Object.keys(settings) as (keyof typeof settings)[]).filter((name) => !isDeepStrictEqual(next[name], before[name]));
        const names = [...changed, ...(hasNewFields ? (['fields'] as const) : [])];
        const answer = async () => withBefore(await formResponse(tx, before.space_id, id), { ...before, fields: old }, names);
        if (names.length === 0) return answer();
        const after = { ...next, fields_version: before.fields_version + (hasNewFields ? 1 : 0) };
        if (hasNewFields) await addVersion(tx, after, fields);
        await updateForm(tx, after, fields.length, tx.now);
        tx.emit(formUpdated, {
          form_id: id,
          form: after.name,
          changed: names,
          status: after.status,
          form_version: after.fields_version,
        });
        return answer();
      });
    },

    delete(call) {
      return refuseIfAttached(() =>
        write.write(call, async (tx) => {
          const form = await lockForm(tx, call.caller.space_id, call.input.id, call.if_version);
          await deleteForm(tx, form.space_id, form.id);
          tx.emit(formDeleted, { form_id: form.id, form: form.name });
          return { id: form.id, deleted: true as const };
        }),
      );
    },

    async versions({ input, caller }) {
      if (!(await findForm(database, caller.space_id, input.id))) throw notFound('form', input.id);
      return new Json(await readPage(database, listFormVersions(caller.space_id, input)));
    },

    async templates() {
      return templateList;
    },
  };
}

/** Inserts the present version of the fields of a form. Throws `limit_reached` when all versions that it can have are in use. */
async function addVersion(tx: CommonQueryMethods & { readonly now: string }, form: FormRow, fields: readonly FormField[]): Promise<void> {
  await insertVersion(tx, form, form.fields_version, fields, tx.now);
  if ((await countVersions(tx, form)) <= MAX_FORM_VERSIONS || (await deleteUnusedVersion(tx, form)) !== null) return;
  throw new Problem(
    'limit_reached',
    `A form can have ${MAX_FORM_VERSIONS} versions with submissions; delete submissions of an old version, or create a new form.`,
  );
}

/** Locks a form until the transaction ends. Throws `not_found`, or `precondition_failed` for another version than `ifMatch`. */
async function lockForm(tx: CommonQueryMethods, space: string, id: string, ifMatch: readonly number[] | null): Promise<FormRow> {
  const form = await findForm(tx, space, id, true);
  if (!form) throw notFound('form', id);
  mustMatch(ifMatch, form.version);
  return form;
}

/** Returns the form that a call creates: its values, over those of its template. */
function buildForm({ input, caller }: Call<Operations['create']>): NewForm {
  const { template, fields, ...given } = input;
  const base = template && templates[template];
  return {
    description: null,
    success_message: null,
    redirect_url: null,
    double_opt_in: false,
    quiz: null,
    layout: 'one_page',
    language: null,
    ...base?.settings,
    ...definedOnly(given),
    name: input.name,
    space_id: caller.space_id,
    id: newId('frm'),
    status: 'active',
    template: template ?? null,
    fields: fields === undefined ? normalizeFields(base?.fields ?? []) : normalizeFields(fields),
  };
}

/** Throws a 400 with all errors of the fields of a form. */
function assertValidFields(fields: readonly FormField[], doubleOptIn: boolean): void {
  const errors: FieldError[] = [...validateFields(fields), ...sizeErrors(fields)];
  const email = findEmailField(fields);
  if (doubleOptIn && (!email || email.visible_if !== undefined || email.type !== 'email'))
    errors.push({
      path: 'double_opt_in',
      code: 'needs_email',
      message: 'requires an email field that is always visible; the confirmation goes to it',
    });
  if (errors.length > 0) throw invalidFields(errors);
}

const definedOnly = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

/** Runs `act`; throws a 409 `attached` when a booking page uses the form. */
async function refuseIfAttached<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (brokenConstraint(error) !== 'booking_page_uses_form') throw error;
    throw new Problem('attached', 'A booking page uses this form; detach it there with PATCH /booking-pages/{id} {"form_id": null} first.');
  }
}
