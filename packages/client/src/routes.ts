import { routes as generated } from './gen/routes.ts';

/** The id of an operation, such as `contacts.update`. */
export type OperationId = keyof typeof generated;

/** The facts of one operation that a request needs. */
export interface ClientRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below `base_url`; `:name` is an argument. */
  readonly path: string;
  /** The member of a page that has its entries; absent when the answer is no page. */
  readonly entries?: 'data' | 'events';
  /** The media type of the file that the operation answers when the Accept header names it. */
  readonly download?: string;
  /** The media type of the file that the operation accepts in place of a JSON body. */
  readonly upload?: string;
}

/** The route of each operation, by its id. */
export const routes: Readonly<Record<OperationId, ClientRoute>> = generated;

/** The arguments of a call: those of the path, the query and the body in one object. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A call over HTTP: its method, its whole URL and the JSON of its body. A GET and a DELETE have no body. */
export interface HttpCall {
  readonly method: ClientRoute['method'];
  readonly url: URL;
  readonly body?: string;
}

/**
 * Returns the call of an operation with these arguments, as the client sends it. `base_url` is that of the client. Throws
 * TypeError for an argument of the path that is missing, `.` or `..`.
 */
export function callOf(base_url: string, id: OperationId, args: Arguments = {}): HttpCall {
  const { method, path } = routes[id];
  const rest = { ...args };
  const filled = path.replace(/:([a-z_]+)/g, (_, name: string) => {
    delete rest[name];
    return pathSegment(name, args[name]);
  });
  const url = new URL(base_url.replace(/\/$/, '') + filled);
  if (method === 'POST' || method === 'PATCH') return { method, url, body: JSON.stringify(rest) };
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) url.searchParams.set(name, queryText(value));
  return { method, url };
}

/** Returns a path argument as a segment. Throws TypeError for a value that would lead to another route. */
function pathSegment(name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value);
  if (text === '' || text === '.' || text === '..') throw new TypeError(`\`${name}\` is required in the path and cannot be "${text}".`);
  return encodeURIComponent(text);
}

/** Returns the text of a query parameter: plain lists with commas, other values as JSON. */
function queryText(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' && !/^[[{]|,/.test(String(item)))) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
