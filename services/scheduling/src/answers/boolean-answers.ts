import { type AnswerReader, wrongType } from './answer-error.ts';

const YES: ReadonlySet<unknown> = new Set([true, 'true', 'yes', 'on', '1']);
const NO: ReadonlySet<unknown> = new Set([false, 'false', 'no', 'off', '0']);

/** Yes or no. */
export function yesNo(): AnswerReader {
  const neither = wrongType('true or false');
  return (value) => {
    if (YES.has(value)) return true;
    return NO.has(value) ? false : neither;
  };
}

/** A tick; one that is not set is no answer, so that a needed one must be set. */
export function checkbox(): AnswerReader {
  const read = yesNo();
  return (value) => {
    const answer = read(value);
    return answer === false ? undefined : answer;
  };
}
