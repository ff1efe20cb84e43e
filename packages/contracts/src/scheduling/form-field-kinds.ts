import type { FormField } from './form-field.ts';
import type { AnswerType, FormFieldType } from './form-field-types.ts';

/** The name of a rule for an answer. */
export type FormRule = keyof NonNullable<FormField['validation']>;

/** The properties of a field that a type of question uses. */
export interface FormFieldKind {
  /** The keys of `validation` that the type uses. */
  readonly rules: readonly FormRule[];
  /** True when the field has options. */
  readonly options?: true;
  /** True when the field has rows. */
  readonly rows?: true;
}

const text: readonly FormRule[] = ['min_length', 'max_length', 'pattern'];
const selections: readonly FormRule[] = ['min_selections', 'max_selections'];
const days: readonly FormRule[] = ['min_date', 'max_date'];
const labels: readonly FormRule[] = ['min_label', 'max_label'];

/** The types of questions with the properties that their fields use (contract, F4). */
export const formFieldKinds: Readonly<Record<AnswerType, FormFieldKind>> = {
  short_text: { rules: text },
  long_text: { rules: text },
  email: { rules: [] },
  phone: { rules: ['region'] },
  url: { rules: [] },
  number: { rules: ['min', 'max', 'integer'] },
  currency: { rules: ['min', 'max', 'currency'] },
  select: { rules: [], options: true },
  multi_select: { rules: selections, options: true },
  radio: { rules: [], options: true },
  checkbox: { rules: [] },
  yes_no: { rules: [] },
  date: { rules: days },
  time: { rules: [] },
  datetime: { rules: days },
  date_range: { rules: days },
  rating: { rules: ['max', ...labels] },
  scale: { rules: ['min', 'max', ...labels] },
  nps: { rules: labels },
  matrix: { rules: [], options: true, rows: true },
  ranking: { rules: [], options: true },
  file: { rules: [...selections, 'accept', 'max_size_mb'] },
  signature: { rules: [] },
  address: { rules: [] },
  full_name: { rules: ['min_length', 'max_length'] },
  country: { rules: [] },
  consent: { rules: [] },
  hidden: { rules: ['max_length', 'pattern'] },
};

/** Returns the kind of a type; undefined for a layout block, which takes no answer. */
export const formFieldKind = (type: FormFieldType): FormFieldKind | undefined =>
  (formFieldKinds as Readonly<Partial<Record<FormFieldType, FormFieldKind>>>)[type];

/** Returns the first and the last step of a rating, scale or NPS question. */
export function stepRange({ type, validation = {} }: Pick<FormField, 'type' | 'validation'>): {
  readonly first: number;
  readonly last: number;
} {
  if (type === 'nps') return { first: 0, last: 10 };
  if (type === 'rating') return { first: 1, last: validation.max ?? 5 };
  return { first: validation.min ?? 1, last: validation.max ?? 10 };
}
