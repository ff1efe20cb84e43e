/*
 * Addresses of the console. Below `/spaces/{space_id}` a path is that of the thing over REST; some have a shorter name
 * for people, which is the same place.
 */

/** The names of the console for paths of REST. */
const aliases: readonly (readonly [shown: string, rest: string, isExact?: true])[] = [
  ['/settings/space', '/settings', true],
  ['/listeners', '/event-subscriptions'],
  ['/events/types', '/event-types'],
];

/** Returns the address of a place in a Space. */
export const spacePath = (space_id: string, path = ''): string => `/spaces/${space_id}${replacePrefix(path, 1)}`;

/** Returns the path over REST of a place in a Space: its address without `/spaces/{space_id}`. */
export const restPath = (path: string): string => replacePrefix(path, 0);

function replacePrefix(path: string, from: 0 | 1): string {
  const alias = aliases.find(
    (pair) => path === pair[from] || (!pair[2] && path.startsWith(`${pair[from]}/`)) || path.startsWith(`${pair[from]}?`),
  );
  return alias ? `${alias[from === 0 ? 1 : 0]}${path.slice(alias[from].length)}` : path;
}

/** Returns the Space and the rest of an address, or undefined for one outside of Spaces. */
export function splitSpacePath(path: string): { readonly space_id: string; readonly rest: string } | undefined {
  const match = /^\/spaces\/([^/]+)(\/.*)?$/.exec(path);
  return match ? { space_id: decodeSegment(match[1]!), rest: (match[2] ?? '').replace(/\/$/, '') } : undefined;
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the address of the sign-in page, which leads back to a path. */
export const signInPath = (next: string): string => `/sign-in?next=${encodeURIComponent(next)}`;
