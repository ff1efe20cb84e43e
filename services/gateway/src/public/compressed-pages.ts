import { type Coding, type Compress, codingOf, withCoding } from '../http/compression.ts';
import type { SerializedResponse } from './serialized-response.ts';

/** Returns the form of a page that a visitor accepts; a promise while it is made. Never rejects. */
export type CompressedForm = (
  page: SerializedResponse,
  acceptEncoding: string | string[] | undefined,
) => SerializedResponse | Promise<SerializedResponse>;

/**
 * Creates the compression of pages. A page is compressed once for each coding, as long as the cache holds it. A form that is
 * larger than half of its page is not used, so that both forms take no more memory than the page.
 */
export function createPageCompression(compress: Compress): CompressedForm {
  const forms = new WeakMap<SerializedResponse, Map<Coding, SerializedResponse | Promise<SerializedResponse>>>();

  async function make(page: SerializedResponse, coding: Coding, made: Map<Coding, unknown>): Promise<SerializedResponse> {
    const body = await compress(page.body, coding, 'answer');
    if (!body) {
      made.delete(coding);
      return page;
    }
    const form = body.length > page.body.length / 2 ? page : compressedPage(page, coding, body);
    made.set(coding, form);
    return form;
  }

  return function compressedForm(page, acceptEncoding) {
    const coding = page.is_compressible ? codingOf(acceptEncoding) : undefined;
    if (!coding) return page;
    const made = forms.getOrInsertComputed(page, () => new Map());
    const known = made.get(coding);
    if (known) return known;
    const pending = make(page, coding, made);
    made.set(coding, pending);
    return pending;
  };
}

function compressedPage({ status, head }: SerializedResponse, coding: Coding, body: Buffer): SerializedResponse {
  const at = head.indexOf('Content-Length');
  return { status, head: withCoding(head.toSpliced(at + 1, 1, String(body.length)), coding), body };
}
