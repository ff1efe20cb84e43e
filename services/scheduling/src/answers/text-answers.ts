import type { FormField } from '@space/contracts/scheduling';
import { matchesPattern } from '@space/text';
import { AnswerError, type AnswerReader, wrongType } from './answer-error.ts';

/** Characters of each kind of text when the field says nothing. */
const MAX_LENGTH = { short_text: 500, long_text: 10_000, full_name: 200, hidden: 500 } as const;

/** The largest drawn signature, in characters of its data URL. */
const MAX_DRAWING = 100_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of them but tab and line ends
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

/** One line of text. */
export const shortText = textKind('short_text');

/** Text of several lines; line ends are kept as `\n`. */
export function longText(field: FormField): AnswerReader {
  const read = textKind('long_text')(field);
  return (value) => read(typeof value === 'string' && value.includes('\r') ? value.replace(/\r\n?/g, '\n') : value);
}

/** The whole name of a person, in one line. */
export const fullName = textKind('full_name');

/** What the address of the page says, such as where a visitor came from. */
export const hidden = textKind('hidden');

/** A signature: the name of whoever signs, written, or a drawing as a PNG in a data URL. */
export function signature(field: FormField): AnswerReader {
  const typed = textKind('full_name')(field);
  const noDrawing = new AnswerError('wrong_format', 'must be a name, or a PNG in a data URL');
  return (value) => {
    if (typeof value !== 'string' || !value.startsWith('data:')) return typed(value);
    const [head = '', base64 = ''] = value.split(',', 2);
    if (head !== 'data:image/png;base64' || value.length > MAX_DRAWING || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return noDrawing;
    return base64.startsWith('iVBORw0KGgo') ? value : noDrawing;
  };
}
