import { type AnswerReader, wrongType } from './answer-error.ts';

const YES: ReadonlySet<unknown> = new Set([true, 'true', 'yes', 'on', '1']);
const NO: ReadonlySet<unknown> = new Set([false, 'false', 'no', 'off', '0']);

/** Reads yes or no. */
export function yesNo(): AnswerReader {
  const neither = wrongType('true or false');
  return (value) => {
    if (YES.has(value)) return true;
    return NO.has(value) ? false : neither;
  };
}

/** Reads a checkbox. An unchecked one answers nothing, so a required one must be checked. */
export function checkbox(): AnswerReader {
  const read = yesNo();
  return (value) => {
    const answer = read(value);
    return answer === false ? undefined : answer;
  };
}
