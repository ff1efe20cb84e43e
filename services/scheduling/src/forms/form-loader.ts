import { MAX_CACHED } from '@space/contracts/platform';
import type { FormField } from '@space/contracts/scheduling';
import { asVisitorOf } from '@space/database';
import { LRUCache } from 'lru-cache';
import type { CommonQueryMethods } from 'slonik';
import { type CompiledForm, compileForm } from '../answers/compile-form.ts';
import { findEmailField } from './email-field.ts';
import { sizeErrors } from './form-size.ts';
import { type FormRow, findFields, findForm, findPublicForm } from './forms.queries.ts';

/** The current version of a form, with its compiled fields. */
export interface LoadedForm extends FormRow {
  readonly fields: readonly FormField[];
  readonly compiled: CompiledForm;
  /** The field for the email of the person who answers. */
  readonly email: FormField | undefined;
  /** True for fields above the bounds of a form, which were saved before the bounds; their page is not shown. */
  readonly is_too_large: boolean;
}

type LoadedVersion = Pick<LoadedForm, 'fields' | 'compiled' | 'email' | 'is_too_large'>;

/** Loads forms and caches their compiled versions. */
export interface FormLoader {
  /** Returns a form of a Space, or null. */
  find(database: CommonQueryMethods, space: string, id: string): Promise<LoadedForm | null>;
  /** Returns the form of a public page, in any Space, or null. */
  findPublic(database: CommonQueryMethods, id: string): Promise<LoadedForm | null>;
}

/** Returns the form loader of one process. It reads the form on each call; a version never changes, so its cache entry is never stale. */
export function createFormLoader(): FormLoader {
  const cache = new LRUCache<string, LoadedVersion>({ max: MAX_CACHED.forms });

  async function load(database: CommonQueryMethods, form: FormRow | null): Promise<LoadedForm | null> {
    if (!form) return null;
    const key = `${form.space_id} ${form.id} ${form.fields_version} ${form.double_opt_in}`;
    const cached = cache.get(key);
    if (cached) return { ...form, ...cached };
    const fields = await findFields(database, form.space_id, form.id, form.fields_version);
    // The form was deleted after it was read.
    if (!fields) return null;
    const email = findEmailField(fields);
    const is_too_large = sizeErrors(fields).length > 0;
    const version = { fields, email, is_too_large, compiled: compileForm(fields, form.double_opt_in ? email?.key : undefined) };
    cache.set(key, version);
    return { ...form, ...version };
  }

  return {
    async find(database, space, id) {
      return load(database, await findForm(database, space, id));
    },
    async findPublic(database, id) {
      return load(database, asVisitorOf(await findPublicForm(database, id)));
    },
  };
}
