import type { IncomingMessage } from 'node:http';
import { type Operation, Problem } from '@space/contracts/core';
import { MAX_FORM_FILE_MB } from '@space/contracts/scheduling';

/** A form of the second origin is at most this long, in bytes; more is refused before it is read. */
const MAX_FORM_BYTES = 65_536;

/** The same with files among its fields, where a page takes any. */
const MAX_MULTIPART_BYTES = MAX_FORM_FILE_MB * 1_048_576 + MAX_FORM_BYTES;

/** As long as the contract of public pages lets them be. */
const MAX_PATH = 2_048;
const MAX_COOKIE = 4_096;
const MAX_VALIDATOR = 1_024;
const MAX_FILES = 100;
const MAX_NAME = 200;

type Fields = Readonly<Record<string, string | string[]>>;

/** A file that was sent with a form. */
interface FormFile {
  readonly field: string;
  readonly name: string;
  readonly content_base64: string;
}

/** What a visitor asks for, as the service behind a page wants it (contracts, public-page.ts). */
export interface PageRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly form: Fields | null;
  /** Only for a page that takes files. */
  readonly files?: readonly FormFile[];
  readonly cookie: string | null;
  readonly if_none_match: string | null;
}

/** What every visitor of a shared page is to the service behind it. */
export function sharedRequestOf(path: string): PageRequest & { readonly visitor: string } {
  mustNotBeLong(path);
  return { path, query: {}, form: null, cookie: null, if_none_match: null, visitor: 'anybody' };
}

/**
 * Reads a request of the second origin; refuses a form that is none, is too long, or was sent by another site that may not. `count` is told
 * the most bytes of a form before any of them is read, and may refuse it, too.
 */
export async function pageRequestOf(
  request: IncomingMessage,
  path: string,
  query: string,
  { input, from_any_site }: Pick<Operation, 'input' | 'from_any_site'>,
  count: (most: number) => Promise<void>,
): Promise<PageRequest> {
  mustNotBeLong(path);
  const isForm = request.method === 'POST';
  if (isForm && !from_any_site) mustBeOwnForm(request);
  const takesFiles = Object.hasOwn(input.shape, 'files');
  if (isForm) await count(takesFiles ? MAX_MULTIPART_BYTES : MAX_FORM_BYTES);
  return {
    path,
    query: firstOfEach(new URLSearchParams(query)),
    ...(isForm ? await formOf(request, takesFiles) : { form: null }),
    cookie: from_any_site ? null : upTo(MAX_COOKIE, request.headers.cookie),
    if_none_match: upTo(MAX_VALIDATOR, request.headers['if-none-match']),
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

/** The fields of a form, with its files where a page takes any. */
async function formOf(request: IncomingMessage, takesFiles: boolean): Promise<Pick<PageRequest, 'form' | 'files'>> {
  const { headers } = request;
  const type = headers['content-type'] ?? '';
  const media = type.split(';', 1)[0]!.trim().toLowerCase();
  const isMultipart = takesFiles && media === 'multipart/form-data';
  if ((!isMultipart && media !== 'application/x-www-form-urlencoded') || headers['content-encoding'] !== undefined)
    throw new Problem('unsupported_media_type', 'A form must be application/x-www-form-urlencoded.');
  const body = await bytesOf(request, isMultipart ? MAX_MULTIPART_BYTES : MAX_FORM_BYTES);
  return isMultipart ? partsOf(body, type) : { form: allOfEach(new URLSearchParams(body.toString())) };
}

async function bytesOf(request: IncomingMessage, most: number): Promise<Buffer> {
  const tooLarge = () => new Problem('too_large', `The form is larger than ${most} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += (chunk as Buffer).length;
      if (size > most) throw tooLarge();
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('invalid', 'The form ended before its Content-Length.');
  }
  return Buffer.concat(chunks);
}

/** The parts of a form as multipart/form-data: text under its names, files apart. A file that was not chosen is none. */
async function partsOf(body: Buffer, type: string): Promise<Required<Pick<PageRequest, 'form' | 'files'>>> {
  const parts = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => undefined);
  if (!parts) throw new Problem('invalid', 'The form is not multipart/form-data as its Content-Type says.');
  const entries = [...parts];
  const chosen = entries.filter(
    (entry): entry is [string, File] => typeof entry[1] !== 'string' && (entry[1].size > 0 || entry[1].name !== ''),
  );
  if (chosen.length > MAX_FILES) throw new Problem('too_large', `A form may carry ${MAX_FILES} files.`);
  const files = await Promise.all(
    chosen.map(async ([field, file]) => ({
      field: field.slice(0, MAX_NAME),
      name: file.name.slice(-MAX_NAME).toWellFormed(),
      content_base64: Buffer.from(await file.arrayBuffer()).toString('base64'),
    })),
  );
  return { form: allOfEach(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')), files };
}

/** The first value of each name. */
function firstOfEach(parameters: URLSearchParams): Record<string, string> {
  const result: Record<string, string> = Object.create(null);
  for (const [name, value] of parameters) result[name] ??= value;
  return result;
}

/** Each name with its value, or with its values when it has several. */
function allOfEach(parameters: Iterable<readonly [string, string]>): Record<string, string | string[]> {
  const result: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of parameters) {
    const before = result[name];
    result[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
  return result;
}

const upTo = (limit: number, header: string | undefined): string | null => (header !== undefined && header.length <= limit ? header : null);
