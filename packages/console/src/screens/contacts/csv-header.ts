/** Returns the headers of a CSV: the cells of its first line, which can be in quotes. */
export function csvHeaders(csv: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = csv.charCodeAt(0) === 0xfeff ? 1 : 0; at < csv.length; at += 1) {
    const sign = csv[at]!;
    if (isQuoted && sign === '"' && csv[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && sign === ',') {
      cells.push(cell);
      cell = '';
    } else if (!isQuoted && (sign === '\n' || sign === '\r')) break;
    else cell += sign;
  }
  return csv.trim() === '' ? [] : [...cells, cell].map((text) => text.trim());
}

/** The fields that a column of an import can fill. */
export const importFields = ['name', 'email', 'phone', 'company', 'line_of_work', 'location', 'bio', 'custom_fields', 'tags'] as const;

/** The words of other programs for the fields. */
const words: Readonly<Record<string, string>> = {
  full_name: 'name',
  mail: 'email',
  e_mail: 'email',
  email_address: 'email',
  telephone: 'phone',
  phone_number: 'phone',
  mobile: 'phone',
  organisation: 'company',
  organization: 'company',
  job_title: 'line_of_work',
  profession: 'line_of_work',
  city: 'location',
  notes: 'bio',
  labels: 'tags',
};

/** Returns the field that a header probably means: one of the contact, a custom field that it names, or an empty text. */
export function guessField(header: string): string {
  const name = header
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  if (header.startsWith('custom_fields.')) return header;
  return importFields.find((field) => field === name) ?? words[name] ?? '';
}

/** Returns the mapping of headers that differ from the fields they fill; a header without a field is ignored by the service. */
export const mappingOf = (targets: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(targets).filter(([header, field]) => field !== '' && header !== field));
