import { Unreadable } from '../file/unreadable.ts';
import type { TextCollector } from './text-collector.ts';

/** Pages of a PDF that are read. */
const MAX_PAGES = 5_000;

/** A piece of text on a page. */
interface Piece {
  readonly str?: string;
  readonly hasEOL?: boolean;
}

/**
 * Adds the text of a PDF, page by page. It draws nothing, evaluates no script of the file and fetches nothing. Throws Unreadable for an encrypted or
 * broken file; a page that is broken is left out.
 */
export async function collectPdf(bytes: Uint8Array, collector: TextCollector): Promise<void> {
  const { getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(bytes, {
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
  }).catch((error: Error) => {
    if (error.name === 'PasswordException') throw new Unreadable('encrypted');
    throw new Unreadable('unreadable', { cause: error });
  });
  let failed = 0;
  const pages = Math.min(document.numPages, MAX_PAGES);
  for (let number = 1; number <= pages && !collector.isFull(); number += 1) {
    try {
      const page = await document.getPage(number);
      const reader = page.streamTextContent().getReader() as ReadableStreamDefaultReader<{ readonly items: readonly Piece[] }>;
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        for (const { str = '', hasEOL = false } of part.value.items) collector.add(hasEOL ? `${str}\n` : str);
        if (collector.isFull()) break;
      }
      page.cleanup();
      collector.add('\n\n');
    } catch {
      failed += 1;
    }
  }
  if (pages > 0 && failed === pages) throw new Unreadable('unreadable');
  if (document.numPages > MAX_PAGES) collector.cut();
  // The thread is used again: the fonts and pages of this file leave its memory.
  await document.loadingTask.destroy().catch(() => {});
}
