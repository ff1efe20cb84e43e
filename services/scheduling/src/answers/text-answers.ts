import type { FormField } from '@space/contracts/scheduling';
import { MAX_SIGNATURE_CHARACTERS } from '@space/contracts/scheduling';
import { matchesPattern } from '@space/text';
import { AnswerError, type AnswerReader, wrongType } from './answer-error.ts';

/** Characters of a text, by default and at most. */
const MAX_LENGTH = { short_text: 500, long_text: 10_000, full_name: 200, hidden: 500 } as const;

/** Returns the characters that a text answer can have; undefined for a field of another type. */
export const maxTextLength = ({ type, validation = {} }: FormField): number | undefined =>
  Object.hasOwn(MAX_LENGTH, type)
    ? Math.min(validation.max_length ?? MAX_LENGTH[type as keyof typeof MAX_LENGTH], MAX_LENGTH.long_text)
    : undefined;

// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
const CONTROL = /[\u0000-\u001f\u007f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters except tabs and line ends
const CONTROL_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const textKind = (type: keyof typeof MAX_LENGTH) =>
  function compile({ validation = {} }: FormField): AnswerReader {
    const least = validation.min_length ?? 0;
    const most = Math.min(validation.max_length ?? MAX_LENGTH[type], MAX_LENGTH.long_text);
    const { pattern } = validation;
    const forbidden = type === 'long_text' ? CONTROL_BUT_LINES : CONTROL;
    const notText = wrongType('text');
    const tooShort = new AnswerError('too_short', `must have at least ${least} characters`);
    const tooLong = new AnswerError('too_long', `must have at most ${most} characters`);
    const wrongCharacters = new AnswerError('wrong_format', 'must not have control characters or line breaks');
    const noMatch = new AnswerError('wrong_format', 'does not have the right form');
    return (value) => {
      if (typeof value !== 'string') return notText;
      const text = value.trim();
      if (text === '') return undefined;
      if (text.length > most) return tooLong;
      if (text.length < least) return tooShort;
      if (forbidden.test(text)) return wrongCharacters;
      if (pattern !== undefined && !matchesPattern(pattern, text)) return noMatch;
      return text;
    };
  };

/** Reads one line of text. */
export const shortText = textKind('short_text');

/** Reads text of several lines; line ends are stored as `\n`. */
export function longText(field: FormField): AnswerReader {
  const read = textKind('long_text')(field);
  return (value) => read(typeof value === 'string' && value.includes('\r') ? value.replace(/\r\n?/g, '\n') : value);
}

/** Reads the full name of a person, in one line. */
export const fullName = textKind('full_name');

/** Reads a hidden value from the address of the page, such as a campaign. */
export const hidden = textKind('hidden');

/** Reads a signature: a typed name, or a drawing as a PNG data URL. */
export function signature(field: FormField): AnswerReader {
  const typed = textKind('full_name')(field);
  const noDrawing = new AnswerError('wrong_format', 'must be a name, or a PNG in a data URL');
  return (value) => {
    if (typeof value !== 'string' || !value.startsWith('data:')) return typed(value);
    const [head = '', base64 = ''] = value.split(',', 2);
    if (head !== 'data:image/png;base64' || value.length > MAX_SIGNATURE_CHARACTERS || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64))
      return noDrawing;
    return base64.startsWith('iVBORw0KGgo') ? value : noDrawing;
  };
}
