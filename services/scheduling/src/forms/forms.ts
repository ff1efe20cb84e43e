import { isDeepStrictEqual } from 'node:util';
import { type Call, type Handlers, Json } from '@space/bus';
import { type FieldError, invalidFields, notFound, Problem } from '@space/contracts/core';
import { type FormField, formCreated, formDeleted, type forms, formUpdated, MAX_FORMS_PER_SPACE } from '@space/contracts/scheduling';
import { brokenConstraint, mustMatch, newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import { findEmailField } from './email-field.ts';
import {
  countForms,
  deleteForm,
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

/** Answers the forms contract, but for what is sent through them and what it sums up to. */
export function formHandlers(ports: Ports): Omit<Handlers<typeof forms>, 'submit' | 'report'> {
  const { database } = ports;
  const write = createWriter('scheduling', ports);
  const origin = publicOrigin(ports.config);

  async function formResponse(on: CommonQueryMethods, space: string, id: string) {
    const form = await findFormJson(on, space, id, origin);
    if (!form) throw notFound('form', id);
    return new Json<never>(form.json, form.version);
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
          throw new Problem('limit_reached', `A Space can have ${MAX_FORMS_PER_SPACE} forms; delete one that is not needed first.`);
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
        const wanted: FormRow = { ...before, ...definedOnly(settings) };
        const hasNewFields = !isDeepStrictEqual(fields, old);
        if (hasNewFields || (wanted.double_opt_in && !before.double_opt_in)) assertValidFields(fields, wanted.double_opt_in);
        const changed = (Object.keys(settings) as (keyof typeof settings)[]).filter(
          (name) => !isDeepStrictEqual(wanted[name], before[name]),
        );
        if (!hasNewFields && changed.length === 0) return formResponse(tx, before.space_id, id);
        const after = { ...wanted, fields_version: before.fields_version + (hasNewFields ? 1 : 0) };
        if (hasNewFields) await insertVersion(tx, before, after.fields_version, fields, tx.now);
        await updateForm(tx, after, fields.length, tx.now);
        tx.emit(formUpdated, {
          form_id: id,
          form: after.name,
          changed: hasNewFields ? [...changed, 'fields'] : changed,
          status: after.status,
          form_version: after.fields_version,
        });
        return formResponse(tx, before.space_id, id);
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

/** A form of a Space, locked until the transaction ends; refused when it is not here or not the version asked for. */
async function lockForm(tx: CommonQueryMethods, space: string, id: string, version: readonly number[] | null): Promise<FormRow> {
  const form = await findForm(tx, space, id, true);
  if (!form) throw notFound('form', id);
  mustMatch(version, form.version);
  return form;
}

/** The form that a call makes: what is given, over what its template says. */
function buildForm({ input, caller }: Call<Operations['create']>): NewForm {
  const { template, fields, ...given } = input;
  const begun = template && templates[template];
  return {
    description: null,
    success_message: null,
    redirect_url: null,
    double_opt_in: false,
    quiz: null,
    ...begun?.settings,
    ...definedOnly(given),
    name: input.name,
    space_id: caller.space_id,
    id: newId('frm'),
    status: 'active',
    template: template ?? null,
    fields: fields === undefined ? normalizeFields(begun?.fields ?? []) : normalizeFields(fields),
  };
}

/** Refuses fields that make no form, with all that is wrong with them. */
function assertValidFields(fields: readonly FormField[], doubleOptIn: boolean): void {
  const errors: FieldError[] = validateFields(fields);
  const email = findEmailField(fields);
  if (doubleOptIn && (!email || email.visible_if !== undefined || email.type !== 'email'))
    errors.push({
      path: 'double_opt_in',
      code: 'needs_email',
      message: 'needs a field of type email that is always shown, to confirm by',
    });
  if (errors.length > 0) throw invalidFields(errors);
}

const definedOnly = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

/** A booking page that uses a form keeps it: the refusal says what to do (spec, States: Form). */
async function refuseIfAttached<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (brokenConstraint(error) !== 'booking_page_uses_form') throw error;
    throw new Problem('attached', 'A booking page uses this form; detach it there with PATCH {"form_id": null} first.');
  }
}
