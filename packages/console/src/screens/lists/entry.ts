import { fillPath } from '../../api/request-url.ts';
import { entryRead, type MatchedRead } from '../../routing/match-route.ts';

/** An entry of any list. */
export type Entry = Readonly<Record<string, unknown>>;

/** Returns the title of an entry; one without a title has its id. */
export function titleText(entry: Entry, field: string): string {
  const value = entry[field];
  if (typeof value === 'string' && value.trim() !== '') return value;
  if (typeof value === 'number') return String(value);
  return typeof entry.id === 'string' ? entry.id : 'Untitled';
}

/** Returns the value that names an entry in the path of its own read, or undefined if it has no read of its own. */
export function entryId(list: MatchedRead, entry: Entry): string | undefined {
  const found = entryRead(list);
  const id = found && (entry[found.parameter] ?? entry.id);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** Returns the read of the entry that an id names, or undefined if entries have no read of their own. */
export function readOfEntry(list: MatchedRead, id: string): MatchedRead | undefined {
  const found = entryRead(list);
  return found && { ...found.read, args: { ...list.args, [found.parameter]: id } };
}

/** Returns the path over REST of a read. */
export const pathOf = ({ path, args }: MatchedRead): string => fillPath(path, args);
