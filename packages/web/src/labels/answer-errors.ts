import { DAY_MS } from '@space/time';

/** Sentences about an answer that is not accepted, by the reason. `n` is the number or the day of the rule, `file` the name of a file. */
export interface AnswerErrorLabels {
  readonly required: string;
  readonly unchecked: string;
  readonly at_least: (n: string) => string;
  readonly at_most: (n: string) => string;
  readonly whole: string;
  readonly decimals: (n: string) => string;
  readonly not_a_choice: string;
  readonly too_few: (n: string) => string;
  readonly too_many: (n: string) => string;
  readonly incomplete: string;
  readonly incomplete_address: string;
  readonly too_short: (n: string) => string;
  readonly too_long: (n: string) => string;
  readonly wrong_format: string;
  readonly email: string;
  readonly phone: string;
  readonly url: string;
  readonly country: string;
  readonly number: string;
  readonly date: string;
  readonly time: string;
  readonly too_early: (n: string) => string;
  readonly too_late: (n: string) => string;
  readonly backwards: string;
  readonly empty_file: (file: string) => string;
  readonly large_file: (file: string, n: string) => string;
  readonly wrong_file: (file: string) => string;
  readonly later: string;
  readonly too_many_bookings: string;
}

/** An answer that is not accepted: the code of the error, its message, and the type of the field. */
export interface RefusedAnswer {
  readonly code: string;
  readonly message: string;
  readonly type: string | undefined;
}

/** The way of a language to write the limits in messages. Days are counted since 1970-01-01. */
export interface LimitFormat {
  longDate(day: number): string;
  number(value: number, digits: number): string;
}

/** The first number, with its minus, or the first day of a message. */
const LIMIT = /\d{4}-\d{2}-\d{2}|(?<!\w)-?\d[\d.]*(?:e[+-]?\d+)?/;

/** The most decimal places of a number in a message. */
const DECIMAL_PLACES = 20;

/** Returns the limit in a message, as the language writes it; empty without one. */
function limitIn(message: string, format: LimitFormat): string {
  const limit = LIMIT.exec(message)?.[0];
  if (limit === undefined) return '';
  if (/^\d{4}-/.test(limit)) return format.longDate(Date.parse(limit) / DAY_MS);
  return format.number(Number(limit), DECIMAL_PLACES);
}

/** Returns the sentence about an answer that is not accepted, from the message in English and the labels of the language. */
export function answerErrorSentence(labels: AnswerErrorLabels | null, { code, message, type }: RefusedAnswer, format: LimitFormat): string {
  if (labels === null) return englishSentence(message);
  const n = limitIn(message.replace(/"[^"]*"/, ''), format);
  const file = /"([^"]*)"/.exec(message)?.[1] ?? '';
  if (message === 'must be checked') return labels.unchecked;
  if (message.startsWith('has as many bookings')) return labels.too_many_bookings;
  switch (code) {
    case 'required':
      return labels.required;
    case 'too_small':
      return labels.at_least(n);
    case 'too_large':
      return type === 'file' ? labels.large_file(file, n) : labels.at_most(n);
    case 'too_precise':
      return n === '' ? labels.whole : labels.decimals(n);
    case 'not_a_choice':
      return labels.not_a_choice;
    case 'too_few':
      return labels.too_few(n);
    case 'too_many':
      return labels.too_many(n);
    case 'incomplete':
      return type === 'address' ? labels.incomplete_address : labels.incomplete;
    case 'too_short':
      return labels.too_short(n);
    case 'too_long':
      return labels.too_long(n);
    case 'too_early':
      return labels.too_early(n);
    case 'too_late':
      return labels.too_late(n);
    case 'backwards':
      return labels.backwards;
    case 'empty':
      return labels.empty_file(file);
    case 'wrong_kind':
      return labels.wrong_file(file);
    case 'limited':
      return labels.later;
  }
  switch (type) {
    case 'email':
    case 'phone':
    case 'url':
    case 'country':
    case 'time':
      return labels[type];
    case 'number':
    case 'currency':
    case 'rating':
    case 'scale':
    case 'nps':
      return labels.number;
    case 'date':
    case 'datetime':
    case 'date_range':
      return labels.date;
    default:
      return labels.wrong_format;
  }
}

function englishSentence(message: string): string {
  if (message === 'is required') return 'Please answer this.';
  return message === 'must be checked' ? 'Please tick this box.' : `This ${message}.`;
}
