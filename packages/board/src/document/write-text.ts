import diff from 'fast-diff';
import * as Y from 'yjs';
import { type ElementMap, TEXT_KEY } from './element-map.ts';

/**
 * Makes the text of an element another one by the fewest characters, so that words which others type meanwhile stay.
 * Returns true for a change.
 */
export function writeText(map: ElementMap, words: string): boolean {
  const target = words.toWellFormed();
  const text = map.get(TEXT_KEY);
  if (!(text instanceof Y.Text)) {
    if (target === '') return false;
    map.set(TEXT_KEY, new Y.Text(target));
    return true;
  }
  const present = text.toString();
  if (present === target) return false;
  let place = 0;
  for (const [kind, part] of diff(present, target)) {
    if (kind === diff.DELETE) text.delete(place, part.length);
    else {
      if (kind === diff.INSERT) text.insert(place, part);
      place += part.length;
    }
  }
  return true;
}
