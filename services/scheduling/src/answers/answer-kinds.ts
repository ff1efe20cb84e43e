import { type AnswerType, type FormField, type FormFieldKind, type FormFieldType, formFieldKind } from '@space/contracts/scheduling';
import { address, country, email, phone, url } from './address-answers.ts';
import type { AnswerReader } from './answer-error.ts';
import { checkbox, yesNo } from './boolean-answers.ts';
import { matrix, multiSelect, ranking, select } from './choice-answers.ts';
import { date, dateRange, datetime, time } from './date-answers.ts';
import { file } from './file-answers.ts';
import { currency, number, steps } from './number-answers.ts';
import { fullName, hidden, longText, shortText, signature } from './text-answers.ts';

/** A type of question: the reader of its answers, and the properties of a field that it uses. */
interface AnswerKind extends FormFieldKind {
  /** Creates the reader of one field. */
  readonly read: (field: FormField) => AnswerReader;
}

/** The readers of the types of questions. */
const readers: Readonly<Record<AnswerType, AnswerKind['read']>> = {
  short_text: shortText,
  long_text: longText,
  email,
  phone,
  url,
  number,
  currency,
  select,
  multi_select: multiSelect,
  radio: select,
  checkbox,
  yes_no: yesNo,
  date,
  time,
  datetime,
  date_range: dateRange,
  rating: steps,
  scale: steps,
  nps: steps,
  matrix,
  ranking,
  file,
  signature,
  address,
  full_name: fullName,
  country,
  consent: checkbox,
  hidden,
};

/** Returns the kind of a type; undefined for a layout block, which takes no answer. */
export function answerKind(type: FormFieldType): AnswerKind | undefined {
  const kind = formFieldKind(type);
  return kind && { ...kind, read: readers[type as AnswerType] };
}
