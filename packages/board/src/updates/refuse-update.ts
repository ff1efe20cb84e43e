import { BoardError } from '../schema/board-error.ts';

/** Returns the refusal of an update. A name from the update is cut to 40 characters. */
export function refuseUpdate(reason: string, name?: string): BoardError {
  return new BoardError('invalid_update', `The update ${reason}${name === undefined ? '' : `: \`${name.slice(0, 40)}\``}.`);
}
