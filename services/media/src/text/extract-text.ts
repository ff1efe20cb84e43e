import { collectHtml } from './markup-text.ts';
import { collectOffice, officeReaders } from './office-text.ts';
import { collectPdf } from './pdf-text.ts';
import { decoded } from './read-tags.ts';
import { type CollectedText, createTextCollector, type TextCollector } from './text-collector.ts';
import { TextFailure } from './text-failure.ts';

/** A file, or the beginning of one whose text ends there. */
export interface TextSource {
  readonly content_type: string;
  readonly bytes: Buffer;
  /** True if the file has more bytes. */
  readonly is_beginning: boolean;
}

/** The bytes of a file that its text needs: all of them, or a beginning. */
export type TextNeed = 'whole' | 'beginning';

const HTML = new Set(['text/html', 'application/xhtml+xml']);
const PLAIN = /^(?:text\/.+|application\/(?:json|yaml|xml|x-subrip|.+\+(?:json|xml)))$/;

/** Returns which bytes the text of a file of this type needs; undefined if its text is not read. */
export function textNeed(content_type: string): TextNeed | undefined {
  if (content_type === 'application/pdf' || officeReader(content_type)) return 'whole';
  return PLAIN.test(content_type) ? 'beginning' : undefined;
}

const officeReader = (content_type: string) => officeReaders.get(content_type.replace(/^application\/vnd\./, ''));

/**
 * Returns the text of a file, at most `max_bytes` of UTF-8. Throws TextFailure. Time and memory are bounded by the thread in which it runs, and the
 * bytes that it unpacks by `MAX_UNPACKED_BYTES`.
 */
export async function extractText({ content_type, bytes, is_beginning }: TextSource, max_bytes: number): Promise<CollectedText> {
  const collector = createTextCollector(max_bytes);
  await collect(content_type, bytes, collector);
  if (is_beginning) collector.cut();
  return collector.result();
}

async function collect(content_type: string, bytes: Buffer, collector: TextCollector): Promise<void> {
  const office = officeReader(content_type);
  if (office) await collectOffice(bytes, office, collector);
  else if (content_type === 'application/pdf') await collectPdf(new Uint8Array(bytes), collector);
  else if (HTML.has(content_type)) await collectHtml(inParts(bytes), collector);
  else if (PLAIN.test(content_type)) for await (const text of decoded(inParts(bytes))) collector.add(text);
  else throw new TextFailure('unsupported', 'The text of files of this type is not read.');
}

/** Bytes that are read before a look at what was collected. */
const PART = 65_536;

async function* inParts(bytes: Buffer): AsyncGenerator<Uint8Array, void> {
  for (let from = 0; from < bytes.length; from += PART) yield bytes.subarray(from, from + PART);
}
