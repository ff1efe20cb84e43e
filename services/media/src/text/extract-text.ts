import { textBytesOf } from '@space/contracts/assets';
import type { FileBytes } from '../file/file-bytes.ts';
import { Unreadable } from '../file/unreadable.ts';
import { collectHtml } from './markup-text.ts';
import { collectOffice, officeReaders } from './office-text.ts';
import { collectPdf } from './pdf-text.ts';
import { decoded } from './read-tags.ts';
import { type CollectedText, createTextCollector, type TextCollector } from './text-collector.ts';

const HTML = new Set(['text/html', 'application/xhtml+xml']);

const officeReader = (content_type: string) => officeReaders.get(content_type.replace(/^application\/vnd\./, ''));

/**
 * Returns the text of a file, or of the beginning of one, at most `max_bytes` of UTF-8. Throws Unreadable. Time and memory are bounded by the process in which it runs.
 */
export async function extractText({ content_type, bytes, size }: FileBytes, max_bytes: number): Promise<CollectedText> {
  const collector = createTextCollector(max_bytes);
  await collect(content_type, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), collector);
  if (bytes.length < size) collector.cut();
  return collector.result();
}

async function collect(content_type: string, bytes: Buffer, collector: TextCollector): Promise<void> {
  const office = officeReader(content_type);
  if (office) await collectOffice(bytes, office, collector);
  else if (content_type === 'application/pdf') await collectPdf(new Uint8Array(bytes), collector);
  else if (HTML.has(content_type)) await collectHtml(inParts(bytes), collector);
  else if (textBytesOf({ content_type, size: 0 }) === undefined) throw new Unreadable('unsupported');
  else for await (const text of decoded(inParts(bytes))) collector.add(text);
}

/** Bytes that are read before a look at what was collected. */
const PART = 65_536;

async function* inParts(bytes: Buffer): AsyncGenerator<Uint8Array, void> {
  for (let from = 0; from < bytes.length; from += PART) yield bytes.subarray(from, from + PART);
}
