/** A setting of a type of column, with the part of the form that it has. */
export interface ConfigField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'integer' | 'number' | 'text' | 'flag' | 'date' | 'list' | readonly (readonly [value: string, label: string])[];
  readonly help?: string;
}

const field = (name: string, label: string, kind: ConfigField['kind'], help?: string): ConfigField => ({
  name,
  label,
  kind,
  ...(help && { help }),
});

const precision = field('precision', 'Decimals', 'integer', '0 to 8');
const least = field('min', 'Smallest value', 'number');
const most = field('max', 'Largest value', 'number');
const unique = field('unique', 'No two rows have the same value', 'flag');
const timezone = field('timezone', 'Time zone', 'text', 'A name such as Europe/Berlin; UTC if it is empty');
const format = field('format', 'Format', 'text', 'Such as DD.MM.YYYY');
const icon = field('icon', 'Icon', 'text');

const byType: Readonly<Record<string, readonly ConfigField[]>> = {
  text: [
    unique,
    field('min_length', 'Least characters', 'integer'),
    field('max_length', 'Most characters', 'integer'),
    field('pattern', 'Pattern', 'text', 'A regular expression in the syntax of RE2'),
  ],
  long_text: [
    field('format', 'Syntax', [
      ['', 'Not set'],
      ['plain', 'Plain'],
      ['markdown', 'Markdown'],
    ]),
    field('max_length', 'Most characters', 'integer'),
  ],
  number: [precision, least, most, unique],
  currency: [field('currency_code', 'Currency', 'text', 'A code such as EUR'), precision, least, most],
  percent: [precision, least, most],
  rating: [field('max', 'Most stars', 'integer', '1 to 10; 5 if it is empty'), icon],
  duration: [
    field('format', 'Format', [
      ['', 'Not set'],
      ['h:mm', 'h:mm'],
      ['h:mm:ss', 'h:mm:ss'],
      ['h:mm:ss.S', 'h:mm:ss.S'],
    ]),
  ],
  checkbox: [icon],
  date: [field('min', 'First day', 'date'), field('max', 'Last day', 'date'), format],
  datetime: [timezone, format],
  multi_select: [field('min_items', 'Least choices', 'integer'), field('max_items', 'Most choices', 'integer')],
  email: [unique],
  phone: [field('default_region', 'Region of numbers without a country code', 'text', 'A code such as FR'), unique],
  url: [unique, field('allowed_schemes', 'Allowed schemes', 'list', 'http, https and mailto, with commas')],
  attachment: [
    field('max_files', 'Most files', 'integer'),
    field('mime_types', 'Allowed media types', 'list', 'Such as image/png, image/jpeg'),
  ],
  contact: [field('multiple', 'A cell may have several contacts', 'flag')],
  formula: [precision, timezone],
  autonumber: [
    field('prefix', 'Text before the number', 'text'),
    field('start', 'First number', 'integer'),
    field('pad', 'Least digits', 'integer'),
  ],
  created_at: [timezone, format],
  updated_at: [timezone, format],
};

/** Returns the settings of a type that are plain fields of the form. */
export const configFieldsOf = (type: string): readonly ConfigField[] => byType[type] ?? [];

/** Returns the text of a setting as the form shows it. */
export function configText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** Returns the setting that a text of the form means; undefined is the absence of one. A text that is no number stays, for the service to refuse. */
export function configValue({ kind }: Pick<ConfigField, 'kind'>, text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (kind === 'flag') return trimmed === 'true' ? true : undefined;
  if (kind === 'integer' || kind === 'number') return Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
  if (kind === 'list')
    return trimmed
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
  return trimmed;
}
