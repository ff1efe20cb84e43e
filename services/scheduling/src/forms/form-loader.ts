import type { FormField } from '@space/contracts/scheduling';
import type { CommonQueryMethods } from 'slonik';
import { type CompiledForm, compileForm } from '../answers/compile-form.ts';
import { findEmailField } from './email-field.ts';
import { type FormRow, findFields, findForm, findPublicForm } from './forms.queries.ts';

/** A form as it is now, ready to judge what is sent to it. */
export interface LoadedForm extends FormRow {
  readonly fields: readonly FormField[];
  readonly compiled: CompiledForm;
  /** The field that holds the email of whoever answers. */
  readonly email: FormField | undefined;
}

/** Versions of forms one process keeps compiled at most. */
const KEPT = 500;

type LoadedVersion = Pick<LoadedForm, 'fields' | 'compiled' | 'email'>;

/** Forms, with their compiled versions kept in the process. */
export interface FormLoader {
  /** The form of this id in a Space, or null. */
  find(database: CommonQueryMethods, space: string, id: string): Promise<LoadedForm | null>;
  /** The form of a public page, or null. */
  findPublic(database: CommonQueryMethods, id: string): Promise<LoadedForm | null>;
}

/** The forms of one process. A version of a form never changes, so what is kept of it is never outdated; the form itself is read anew each time. */
export function createFormLoader(): FormLoader {
  const kept = new Map<string, LoadedVersion>();

  async function load(database: CommonQueryMethods, form: FormRow | null): Promise<LoadedForm | null> {
    if (!form) return null;
    const name = `${form.space_id} ${form.id} ${form.fields_version} ${form.double_opt_in}`;
    const known = kept.get(name);
    if (known) return { ...form, ...known };
    const fields = (await findFields(database, form.space_id, form.id, form.fields_version)) ?? [];
    const email = findEmailField(fields);
    const version = { fields, email, compiled: compileForm(fields, form.double_opt_in ? email?.key : undefined) };
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value!);
    kept.set(name, version);
    return { ...form, ...version };
  }

  return {
    async find(database, space, id) {
      return load(database, await findForm(database, space, id));
    },
    async findPublic(database, id) {
      return load(database, await findPublicForm(database, id));
    },
  };
}
