import type { FormField } from '@space/contracts/scheduling';
import { MAX_OTHER_CHARACTERS } from '@space/contracts/scheduling';
import { AnswerError, type AnswerReader, wrongType } from './answer-error.ts';

const optionsOf = ({ options = [] }: FormField) => options;

/** Options that an error message lists. */
const MAX_LISTED = 8;

function notAChoice(field: FormField): AnswerError {
  const values = optionsOf(field).map(({ value }) => value);
  const more = values.length > MAX_LISTED ? ` or one of ${values.length - MAX_LISTED} more` : '';
  return new AnswerError('not_a_choice', `must be one of ${values.slice(0, MAX_LISTED).join(', ')}${more}`);
}

/** Reads one choice: the value of an option, or another text where an option allows it. */
function choice(field: FormField): (value: unknown) => string | undefined {
  const values = new Set(optionsOf(field).map(({ value }) => value));
  const allowsOther = optionsOf(field).some(({ other }) => other);
  return (value) => {
    if (typeof value !== 'string') return undefined;
    if (values.has(value)) return value;
    const text = value.trim();
    if (values.has(text)) return text;
    return allowsOther && text !== '' && text.length <= MAX_OTHER_CHARACTERS && !/\p{Cc}/u.test(text) ? text : undefined;
  };
}

/** Reads one of the options. */
export function select(field: FormField): AnswerReader {
  const read = choice(field);
  const none = notAChoice(field);
  return (value) => {
    return read(value) ?? none;
  };
}

/** Reads any number of the options, each at most once. */
export function multiSelect(field: FormField): AnswerReader {
  const read = choice(field);
  const none = notAChoice(field);
  const { min_selections: least = 0, max_selections: most = optionsOf(field).length } = field.validation ?? {};
  const tooFew = new AnswerError('too_few', `must have at least ${least} ${least === 1 ? 'choice' : 'choices'}`);
  const tooMany = new AnswerError('too_many', `must have at most ${most} ${most === 1 ? 'choice' : 'choices'}`);
  return (value) => {
    const given = Array.isArray(value) ? value : [value];
    if (given.length === 0) return undefined;
    if (given.length > optionsOf(field).length + 1) return tooMany;
    const chosen = new Set<string>();
    for (const one of given) {
      const found = read(one);
      if (found === undefined) return none;
      chosen.add(found);
    }
    if (chosen.size < least) return tooFew;
    return chosen.size > most ? tooMany : [...chosen];
  };
}

/** Reads all options in an order. */
export function ranking(field: FormField): AnswerReader {
  const values = optionsOf(field).map(({ value }) => value);
  const notList = wrongType('a list of choices');
  const notAll = new AnswerError('incomplete', `must be a list of all ${values.length} choices, each once`);
  return (value) => {
    if (!Array.isArray(value)) return notList;
    if (value.length === 0) return undefined;
    const given = new Set<unknown>(value);
    const isAll = value.length === values.length && given.size === values.length && values.every((one) => given.has(one));
    return isAll ? value : notAll;
  };
}

/** Reads one column per row, by the text of the row; a required matrix needs every row. */
export function matrix(field: FormField): AnswerReader {
  const rows = new Set(field.rows ?? []);
  const columns = new Set(optionsOf(field).map(({ value }) => value));
  const notMatrix = wrongType('an object of row and chosen column');
  const unknown = new AnswerError('not_a_choice', 'must name rows and columns of this question only');
  const notAll = new AnswerError('incomplete', 'must have an answer in every row');
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return notMatrix;
    const found: Record<string, string> = {};
    let count = 0;
    for (const [row, column] of Object.entries(value)) {
      if (column === null || column === '') continue;
      if (!rows.has(row) || typeof column !== 'string' || !columns.has(column)) return unknown;
      found[row] = column;
      count += 1;
    }
    if (count === 0) return undefined;
    return field.required && count < rows.size ? notAll : found;
  };
}
