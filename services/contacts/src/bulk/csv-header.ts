import { contactFieldNames } from '@space/contracts/contacts';
import { type FieldError, invalidFields } from '@space/contracts/core';
import { didYouMean } from '@space/text';

/** The fields that a CSV can set. */
const fieldNames: readonly string[] = contactFieldNames.filter((name) => name !== 'created_at' && name !== 'updated_at');

const CUSTOM = 'custom_fields.';

/** Characters of the key of a custom field. */
const KEY_LENGTH = 128;

/** The target of each column of a CSV: a field, or `custom_fields.` and a key. Null if the column is ignored. */
export interface CsvHeader {
  readonly targets: readonly (string | null)[];
  /** Headers that name no field. */
  readonly ignored: readonly string[];
}

/** Maps headers to fields: by `wanted`, else by name, without regard to case. Throws `invalid` without a column for the email. */
export function mapCsvHeader(header: readonly string[], wanted: Readonly<Record<string, string>> = {}): CsvHeader {
  const errors: FieldError[] = [];
  const requested = new Map(Object.entries(wanted).map(([name, target]) => [name.trim().toLowerCase(), { name, target }]));
  const ignored: string[] = [];
  const taken = new Map<string, string>();
  const targets = header.map((name) => {
    const request = requested.get(name.toLowerCase());
    const target = targetOf(request?.target ?? name);
    if (target === null) {
      if (request) errors.push(unknownField(request.name, request.target));
      else if (name !== '') ignored.push(name);
      return null;
    }
    const twin = taken.get(target);
    if (twin !== undefined)
      errors.push({ path: 'csv', code: 'duplicate_column', message: `has two headers for ${target}: "${twin}" and "${name}"` });
    taken.set(target, name);
    return target;
  });
  const present = new Set(header.map((name) => name.toLowerCase()));
  for (const [folded, { name }] of requested)
    if (!present.has(folded)) errors.push({ path: `columns.${name}`, code: 'unknown_header', message: 'is not a header of this CSV' });
  if (errors.length === 0 && !taken.has('email'))
    errors.push({ path: 'csv', code: 'no_email', message: 'has no header email; name the column of the email with "columns"' });
  if (errors.length > 0) throw invalidFields(errors);
  return { targets, ignored };
}

function targetOf(name: string): string | null {
  if (name.toLowerCase().startsWith(CUSTOM)) {
    const key = name.slice(CUSTOM.length);
    return key === '' || key.length > KEY_LENGTH || key === '__proto__' ? null : `${CUSTOM}${key}`;
  }
  const field = name.toLowerCase().replaceAll(' ', '_');
  return fieldNames.includes(field) ? field : null;
}

const unknownField = (header: string, target: string): FieldError => ({
  path: `columns.${header}`,
  code: 'unknown_field',
  message: `cannot be "${target.slice(0, KEY_LENGTH)}", which is not a field of contacts${didYouMean(target, fieldNames)}`,
});
