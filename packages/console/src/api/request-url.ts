import type { Arguments } from './send.ts';

/** Fills the parameters of a path. Throws TypeError for a missing one, `.` and `..`, which would lead to another route. */
export function fillPath(path: string, args: Arguments): string {
  return path.replace(/:([a-z_]+)/g, (_, name: string) => {
    const text = args[name] === undefined || args[name] === null ? '' : String(args[name]);
    if (text === '' || text === '.' || text === '..') throw new TypeError(`\`${name}\` is required in the path and cannot be "${text}".`);
    return encodeURIComponent(text);
  });
}

/** Returns the arguments that are not parameters of the path. */
export function withoutPath(path: string, args: Arguments): Arguments {
  const inPath = new Set([...path.matchAll(/:([a-z_]+)/g)].map((match) => match[1]!));
  return Object.fromEntries(Object.entries(args).filter(([name, value]) => !inPath.has(name) && value !== undefined));
}

/** Returns a query string with its `?`, or an empty text. Lists of plain values are joined with commas, other values are JSON. */
export function queryString(args: Arguments): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(args)) if (value !== undefined) query.set(name, queryText(value));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function queryText(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' && !/^[[{]|,/.test(String(item)))) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
