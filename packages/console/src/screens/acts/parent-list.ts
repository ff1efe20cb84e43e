import { matchRead } from '../../routing/match-route.ts';

/** Returns the path of the list above a record, or undefined. */
export function parentList(path: string): string | undefined {
  const parent = path.slice(0, path.lastIndexOf('/'));
  const read = matchRead(parent);
  return read && read.answer !== 'one' ? parent : undefined;
}
