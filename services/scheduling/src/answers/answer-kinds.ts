import type { AnswerType, FormField, FormFieldType } from '@space/contracts/scheduling';
import { address, country, email, phone, url } from './address-answers.ts';
import type { AnswerReader } from './answer-error.ts';
import { checkbox, yesNo } from './boolean-answers.ts';
import { matrix, multiSelect, ranking, select } from './choice-answers.ts';
import { date, dateRange, datetime, time } from './date-answers.ts';
import { file } from './file-answers.ts';
import { currency, number, steps } from './number-answers.ts';
import { fullName, hidden, longText, shortText, signature } from './text-answers.ts';

type Rule = keyof NonNullable<FormField['validation']>;

/** A type of question: the reader of its answers, and the properties of a field that it uses. */
interface AnswerKind {
  /** Creates the reader of one field. */
  readonly read: (field: FormField) => AnswerReader;
  /** The keys of `validation` that the type uses. */
  readonly rules: readonly Rule[];
  /** True when the field has options. */
  readonly options?: true;
  /** True when the field has rows. */
  readonly rows?: true;
}

const text: readonly Rule[] = ['min_length', 'max_length', 'pattern'];
const selections: readonly Rule[] = ['min_selections', 'max_selections'];
const days: readonly Rule[] = ['min_date', 'max_date'];
const labels: readonly Rule[] = ['min_label', 'max_label'];

/** The types of questions. */
const answerKinds: Readonly<Record<AnswerType, AnswerKind>> = {
  short_text: { read: shortText, rules: text },
  long_text: { read: longText, rules: text },
  email: { read: email, rules: [] },
  phone: { read: phone, rules: ['region'] },
  url: { read: url, rules: [] },
  number: { read: number, rules: ['min', 'max', 'integer'] },
  currency: { read: currency, rules: ['min', 'max', 'currency'] },
  select: { read: select, rules: [], options: true },
  multi_select: { read: multiSelect, rules: selections, options: true },
  radio: { read: select, rules: [], options: true },
  checkbox: { read: checkbox, rules: [] },
  yes_no: { read: yesNo, rules: [] },
  date: { read: date, rules: days },
  time: { read: time, rules: [] },
  datetime: { read: datetime, rules: days },
  date_range: { read: dateRange, rules: days },
  rating: { read: steps, rules: ['max', ...labels] },
  scale: { read: steps, rules: ['min', 'max', ...labels] },
  nps: { read: steps, rules: labels },
  matrix: { read: matrix, rules: [], options: true, rows: true },
  ranking: { read: ranking, rules: [], options: true },
  file: { read: file, rules: [...selections, 'accept', 'max_size_mb'] },
  signature: { read: signature, rules: [] },
  address: { read: address, rules: [] },
  full_name: { read: fullName, rules: ['min_length', 'max_length'] },
  country: { read: country, rules: [] },
  consent: { read: checkbox, rules: [] },
  hidden: { read: hidden, rules: ['max_length', 'pattern'] },
};

/** Returns the kind of a type; undefined for a layout block, which takes no answer. */
export const answerKind = (type: FormFieldType): AnswerKind | undefined =>
  (answerKinds as Readonly<Partial<Record<FormFieldType, AnswerKind>>>)[type];
