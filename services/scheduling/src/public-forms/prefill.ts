import type { FormField } from '@space/contracts/scheduling';
import { parseFormData } from './parse-form-data.ts';

/** Returns the initial values of a form: the defaults of its fields, overridden by the query of its address. */
export function prefillValues(fields: readonly FormField[], query: Readonly<Record<string, string>>): Record<string, unknown> {
  const defaults = Object.fromEntries(
    fields.flatMap(({ key, default_value }) => (default_value === undefined || default_value === null ? [] : [[key, default_value]])),
  );
  const askable = fields.filter(({ type }) => type !== 'file' && type !== 'consent' && type !== 'signature');
  const said = Object.entries(parseFormData(askable, query)).filter(([, value]) => !Array.isArray(value) || value.length > 0);
  return { ...defaults, ...Object.fromEntries(said) };
}
