import type { FormField } from '@space/contracts/scheduling';
import { parseFormData } from './parse-form-data.ts';

/** What stands in a form when it is opened: what its fields say, and over it what the address says, as links in mails do. */
export function prefillValues(fields: readonly FormField[], query: Readonly<Record<string, string>>): Record<string, unknown> {
  const defaults = Object.fromEntries(
    fields.flatMap(({ key, default_value }) => (default_value === undefined || default_value === null ? [] : [[key, default_value]])),
  );
  const askable = fields.filter(({ type }) => type !== 'file' && type !== 'consent' && type !== 'signature');
  const said = Object.entries(parseFormData(askable, query)).filter(([, value]) => !Array.isArray(value) || value.length > 0);
  return { ...defaults, ...Object.fromEntries(said) };
}
