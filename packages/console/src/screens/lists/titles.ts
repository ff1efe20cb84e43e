import type { MatchedRead } from '../../routing/match-route.ts';
import { placeOf } from '../../shell/navigation.ts';

/** Returns the title of a list or of another view: that of its place, else the last word of its path. */
export function titleOf({ path }: Pick<MatchedRead, 'path'>): string {
  const place = placeOf(path);
  if (place?.path === path) return place.label;
  const list = place?.lists?.find(([one]) => one === path);
  if (list) return list[1];
  const words = path.split('/').findLast((segment) => segment !== '' && !segment.startsWith(':')) ?? 'List';
  const text = words.replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
