import { MAX_FORM_VALUES, Problem } from '@space/contracts/core';

/** A file that was sent with a form. */
interface FormFile {
  readonly field: string;
  readonly name: string;
  readonly content_base64: string;
}

/** The fields and files of a form. */
export interface FormBody {
  readonly form: Readonly<Record<string, string | string[]>> | null;
  /** The files of the form, for a page that takes files. */
  readonly files?: readonly FormFile[];
}

/** The values of a form by name. */
interface FormValues {
  readonly values: Readonly<Record<string, string | string[]>>;
  /** Adds a value; a name with several values has a list. Returns `too_large` for more values than MAX_FORM_VALUES. */
  add(name: string, value: string): Problem | undefined;
}

/** Creates the values of an empty form. */
export function createFormValues(): FormValues {
  const values: Record<string, string | string[]> = Object.create(null);
  let count = 0;
  return {
    values,
    add(name, value) {
      count += 1;
      if (count > MAX_FORM_VALUES) return tooManyValues();
      const previous = values[name];
      if (previous === undefined) values[name] = value;
      else if (typeof previous === 'string') values[name] = [previous, value];
      else previous.push(value);
      return undefined;
    },
  };
}

/** Returns the problem of a form with more values than MAX_FORM_VALUES. */
export const tooManyValues = (): Problem => new Problem('too_large', `A form may carry ${MAX_FORM_VALUES} values.`);
