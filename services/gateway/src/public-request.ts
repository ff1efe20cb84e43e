import type { IncomingMessage } from 'node:http';
import { Problem } from '@space/contracts';

/** A form of the second origin is at most this long, in bytes; more is refused before it is read. */
const MAX_FORM_BYTES = 65_536;

/** As long as the contract of public pages lets them be. */
const MAX_PATH = 2_048;
const MAX_COOKIE = 4_096;
const MAX_VALIDATOR = 1_024;

type Fields = Readonly<Record<string, string | string[]>>;

/** What a visitor asks for, as the service behind a page wants it (contracts, public-page.ts). */
export interface PageRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly form: Fields | null;
  readonly cookie: string | null;
  readonly if_none_match: string | null;
  readonly visitor: string;
}

/** What every visitor of a shared page is to the service behind it. */
export function sharedRequestOf(path: string): PageRequest {
  mustNotBeLong(path);
  return { path, query: {}, form: null, cookie: null, if_none_match: null, visitor: 'anybody' };
}

/** Reads a request of the second origin; refuses a form that is none, is too long, or was sent by another site that may not. */
export async function pageRequestOf(request: IncomingMessage, path: string, query: string, fromAnywhere: boolean): Promise<PageRequest> {
  mustNotBeLong(path);
  const isForm = request.method === 'POST';
  if (isForm && !fromAnywhere) mustBeOwnForm(request);
  return {
    path,
    query: firstOfEach(new URLSearchParams(query)),
    form: isForm ? allOfEach(new URLSearchParams(await textOf(request))) : null,
    cookie: fromAnywhere ? null : upTo(MAX_COOKIE, request.headers.cookie),
    if_none_match: upTo(MAX_VALIDATOR, request.headers['if-none-match']),
    visitor: (request.socket.remoteAddress ?? 'unknown').slice(0, 64),
  };
}

function mustNotBeLong(path: string): void {
  if (path.length > MAX_PATH) throw new Problem('not_found', 'The path is too long.');
}

/**
 * Refuses a form that a page of another site sent. Browsers say where a request comes from in Sec-Fetch-Site, and over
 * plain http, where they do not, in Origin; what says neither is no browser and carries nobody's cookie unasked.
 */
function mustBeOwnForm({ headers }: IncomingMessage): void {
  const site = headers['sec-fetch-site'];
  const isOwn =
    site !== undefined
      ? site === 'same-origin' || site === 'none'
      : headers.origin === undefined || URL.parse(headers.origin)?.host === headers.host;
  if (!isOwn) throw new Problem('forbidden', 'This form was sent by another site.');
}

async function textOf(request: IncomingMessage): Promise<string> {
  const { headers } = request;
  const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded' || headers['content-encoding'] !== undefined)
    throw new Problem('unsupported_media_type', 'A form must be application/x-www-form-urlencoded.');
  if (Number(headers['content-length'] ?? 0) > MAX_FORM_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += (chunk as Buffer).length;
      if (size > MAX_FORM_BYTES) throw tooLarge();
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('invalid', 'The form ended before its Content-Length.');
  }
  return Buffer.concat(chunks).toString();
}

const tooLarge = () => new Problem('too_large', `The form is larger than ${MAX_FORM_BYTES} bytes.`);

/** The first value of each name. */
function firstOfEach(parameters: URLSearchParams): Record<string, string> {
  const result: Record<string, string> = Object.create(null);
  for (const [name, value] of parameters) result[name] ??= value;
  return result;
}

/** Each name with its value, or with its values when it has several. */
function allOfEach(parameters: URLSearchParams): Record<string, string | string[]> {
  const result: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of parameters) {
    const before = result[name];
    result[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
  return result;
}

const upTo = (limit: number, header: string | undefined): string | null => (header !== undefined && header.length <= limit ? header : null);
