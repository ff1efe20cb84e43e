import type { FieldError } from '@space/contracts/core';
import {
  conditionSize,
  type FormField,
  MAX_FORM_INPUTS,
  MAX_FORM_PAGE_CHARACTERS,
  MAX_FORM_PATTERN_STEPS,
  MAX_FORM_QUESTIONS,
  stepRange,
} from '@space/contracts/scheduling';
import { patternError, patternSize } from '@space/text';
import { escaped } from '@space/web';
import { addressParts } from '../answers/address-answers.ts';
import { countryCodes } from '../answers/countries.ts';
import { maxTextLength } from '../answers/text-answers.ts';

/** One bound of all fields of a form together: the share of each field, and the error of a form that is above it. */
interface SizeBound {
  readonly most: number;
  readonly shareOf: (field: FormField) => number;
  readonly code: string;
  readonly message: (sum: number) => string;
}

/** Characters of markup around an input, and around a field, at most. */
const INPUT_CHARACTERS = 150;
const FIELD_CHARACTERS = 1_000;

const BOUNDS: readonly SizeBound[] = [
  {
    most: MAX_FORM_INPUTS,
    shareOf: inputsOf,
    code: 'too_many_inputs',
    message: (sum) =>
      `makes the form show ${sum} inputs and choices; at most ${MAX_FORM_INPUTS} are allowed. A matrix has rows × options, a ranking options × options`,
  },
  {
    most: MAX_FORM_PAGE_CHARACTERS,
    shareOf: shownCharacters,
    code: 'too_large',
    message: (sum) => `makes the page of the form ${sum} characters long; at most ${MAX_FORM_PAGE_CHARACTERS} are allowed`,
  },
  {
    most: MAX_FORM_QUESTIONS,
    shareOf: questionsOf,
    code: 'too_many_questions',
    message: (sum) => `makes the conditions of the form ask ${sum} questions; at most ${MAX_FORM_QUESTIONS} are allowed`,
  },
  {
    most: MAX_FORM_PATTERN_STEPS,
    shareOf: patternSteps,
    code: 'too_costly',
    message: (sum) =>
      `makes the patterns of the form take ${sum} steps; at most ${MAX_FORM_PATTERN_STEPS} are allowed. Lower max_length, or repeat less in the pattern`,
  },
];

/**
 * Returns an error for each bound that the fields of a form exceed together, at the field that exceeds it. Every visitor
 * causes the cost of the whole form, so the bounds are on the form and not on its fields.
 */
export const sizeErrors = (fields: readonly FormField[]): FieldError[] =>
  BOUNDS.flatMap(({ most, shareOf, code, message }) => {
    let sum = 0;
    let over = -1;
    for (const [at, field] of fields.entries()) {
      sum += shareOf(field);
      if (sum > most && over < 0) over = at;
    }
    return over < 0 ? [] : [{ path: `fields.${over}`, code, message: message(sum) }];
  });

/** Returns the number of inputs and choices that a field shows. */
function inputsOf(field: FormField): number {
  const { type, options = [], rows = [] } = field;
  switch (type) {
    case 'matrix':
      return rows.length * options.length;
    case 'ranking':
      return options.length * (options.length + 1);
    case 'rating':
    case 'scale':
    case 'nps': {
      const { first, last } = stepRange(field);
      return Math.max(1, Math.ceil(last - first) + 1);
    }
    case 'country':
      return countryCodes.size;
    case 'address':
      return addressParts.length + countryCodes.size;
    default:
      return Math.max(1, options.length);
  }
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + escaped(text).length, 0);

/** Returns at least the characters that a field has on the page, without the value of a visitor. */
function shownCharacters(field: FormField): number {
  const { type, options = [], rows = [] } = field;
  const once = escaped(JSON.stringify(field)).length + FIELD_CHARACTERS + inputsOf(field) * INPUT_CHARACTERS;
  if (type !== 'matrix') return once;
  return once + options.length * lengthOf(rows) + rows.length * lengthOf(options.flatMap(({ value, label }) => [value, label]));
}

function questionsOf({ visible_if, required_if }: FormField): number {
  return [visible_if, required_if].reduce((sum, condition) => sum + (condition ? conditionSize(condition).questions : 0), 0);
}

/** Returns the steps that matching the longest answer to a field may take; 0 without a valid pattern. */
function patternSteps(field: FormField): number {
  const pattern = field.validation?.pattern;
  const most = maxTextLength(field);
  return pattern === undefined || most === undefined || patternError(pattern) !== undefined ? 0 : most * patternSize(pattern);
}
