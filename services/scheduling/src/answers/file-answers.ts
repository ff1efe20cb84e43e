import { type FormField, MAX_FILES_PER_FIELD } from '@space/contracts/scheduling';
import { AnswerError, type AnswerReader, wrongType } from './answer-error.ts';

/** Reads ids of files that were uploaded for the field; their existence is checked later. */
export function file({ validation = {} }: FormField): AnswerReader {
  const { min_selections: least = 0, max_selections: most = 1 } = validation;
  const notIds = wrongType('the id of an uploaded file, or a list of them');
  const tooFew = new AnswerError('too_few', `must have at least ${least} files`);
  const tooMany = new AnswerError('too_many', `must have at most ${most} ${most === 1 ? 'file' : 'files'}`);
  return (value) => {
    const given = Array.isArray(value) ? value : [value];
    if (given.length === 0) return undefined;
    if (given.length > MAX_FILES_PER_FIELD) return tooMany;
    if (!given.every((one) => typeof one === 'string' && one.length > 0 && one.length <= 64)) return notIds;
    const ids = [...new Set(given)];
    if (ids.length > most) return tooMany;
    return ids.length < least ? tooFew : ids;
  };
}
