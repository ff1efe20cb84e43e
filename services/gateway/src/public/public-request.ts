import type { IncomingMessage } from 'node:http';
import { type Operation, Problem } from '@space/contracts/core';
import { MAX_FORM_FILE_MB } from '@space/contracts/scheduling';

/** The largest form without files, in bytes. */
const MAX_FORM_BYTES = 65_536;

/** The largest form of a page that takes files, in bytes. */
const MAX_MULTIPART_BYTES = MAX_FORM_FILE_MB * 1_048_576 + MAX_FORM_BYTES;

/** The limits of the contract of public pages (contracts, core/public-page.ts). */
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

/** A request for a page, as services take it (contracts, core/public-page.ts). */
export interface PageRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly form: Fields | null;
  /** The files of the form, for a page that takes files. */
  readonly files?: readonly FormFile[];
  readonly cookie: string | null;
  readonly if_none_match: string | null;
}

/** Returns the request for a shared page, which is the same for every visitor. */
export function sharedPageRequest(path: string): PageRequest & { readonly visitor: string } {
  assertPathLength(path);
  return { path, query: {}, form: null, cookie: null, if_none_match: null, visitor: 'anybody' };
}

/**
 * Reads a request of the public origin. Throws a Problem for a malformed form, for a form that is too large, and for a form
 * sent by another site unless the page accepts those. `admitForm` is called with the largest size of the form before a byte
 * of it is read; it may throw.
 */
export async function readPageRequest(
  request: IncomingMessage,
  path: string,
  query: string,
  { input, from_any_site }: Pick<Operation, 'input' | 'from_any_site'>,
  admitForm: (maxBytes: number) => Promise<void>,
): Promise<PageRequest> {
  assertPathLength(path);
  const isForm = request.method === 'POST';
  if (isForm && !from_any_site) assertSameSite(request);
  const takesFiles = Object.hasOwn(input.shape, 'files');
  if (isForm) await admitForm(takesFiles ? MAX_MULTIPART_BYTES : MAX_FORM_BYTES);
  return {
    path,
    query: firstOfEach(new URLSearchParams(query)),
    ...(isForm ? await readForm(request, takesFiles) : { form: null }),
    cookie: from_any_site ? null : upTo(MAX_COOKIE, request.headers.cookie),
    if_none_match: upTo(MAX_VALIDATOR, request.headers['if-none-match']),
  };
}

function assertPathLength(path: string): void {
  if (path.length > MAX_PATH) throw new Problem('not_found', 'The path is too long.');
}

/**
 * Throws `forbidden` for a form that a page of another site sent (CSRF). Browsers name the sender in Sec-Fetch-Site, and over
 * plain http in Origin. A request with neither header is not from a browser, so it carries no cookie of a visitor.
 */
function assertSameSite({ headers }: IncomingMessage): void {
  const site = headers['sec-fetch-site'];
  const isOwn =
    site !== undefined
      ? site === 'same-origin' || site === 'none'
      : headers.origin === undefined || URL.parse(headers.origin)?.host === headers.host;
  if (!isOwn) throw new Problem('forbidden', 'This form was sent by another site.');
}

/** Reads the fields of a form, and its files when the page takes files. */
async function readForm(request: IncomingMessage, takesFiles: boolean): Promise<Pick<PageRequest, 'form' | 'files'>> {
  const { headers } = request;
  const type = headers['content-type'] ?? '';
  const media = type.split(';', 1)[0]!.trim().toLowerCase();
  const isMultipart = takesFiles && media === 'multipart/form-data';
  if ((!isMultipart && media !== 'application/x-www-form-urlencoded') || headers['content-encoding'] !== undefined)
    throw new Problem('unsupported_media_type', 'A form must be application/x-www-form-urlencoded.');
  const body = await readBytes(request, isMultipart ? MAX_MULTIPART_BYTES : MAX_FORM_BYTES);
  return isMultipart ? parseMultipart(body, type) : { form: allOfEach(new URLSearchParams(body.toString())) };
}

async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new Problem('too_large', `The form is larger than ${maxBytes} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += (chunk as Buffer).length;
      if (size > maxBytes) throw tooLarge();
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('invalid', 'The form ended before its Content-Length.');
  }
  return Buffer.concat(chunks);
}

/** Parses multipart/form-data into fields and files. A file input without a chosen file is left out. */
async function parseMultipart(body: Buffer, type: string): Promise<Required<Pick<PageRequest, 'form' | 'files'>>> {
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

/** Returns the first value of each name. */
function firstOfEach(parameters: URLSearchParams): Record<string, string> {
  const result: Record<string, string> = Object.create(null);
  for (const [name, value] of parameters) result[name] ??= value;
  return result;
}

/** Returns each name with its value, or with a list when it has several. */
function allOfEach(parameters: Iterable<readonly [string, string]>): Record<string, string | string[]> {
  const result: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of parameters) {
    const previous = result[name];
    result[name] = previous === undefined ? value : [...(Array.isArray(previous) ? previous : [previous]), value];
  }
  return result;
}

const upTo = (limit: number, header: string | undefined): string | null => (header !== undefined && header.length <= limit ? header : null);
