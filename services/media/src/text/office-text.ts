import { Unreadable } from '../file/unreadable.ts';
import { collectDocumentPart, collectOpenDocument } from './office-parts.ts';
import { collectSheets } from './sheet-text.ts';
import type { TextCollector } from './text-collector.ts';
import { openZip, type ZipParts } from './zip-parts.ts';

/** Adds the text of an office file: the parts of its ZIP that have text. */
export type CollectOffice = (parts: ZipParts, collector: TextCollector) => Promise<void>;

/** Returns the parts whose names match, in the order of the number in their names. */
const numbered = ({ names }: ZipParts, pattern: RegExp): string[] =>
  names
    .flatMap((name) => {
      const found = pattern.exec(name);
      return found ? [{ name, number: Number(found[1]) }] : [];
    })
    .toSorted((a, b) => a.number - b.number)
    .map(({ name }) => name);

const documentParts =
  (namesOf: (parts: ZipParts) => readonly string[]): CollectOffice =>
  async (parts, collector) => {
    for (const name of namesOf(parts)) {
      await collectDocumentPart(parts.read(name), collector);
      collector.add('\n\n');
    }
  };

/** The readers of office files, by the end of their media types. */
export const officeReaders: ReadonlyMap<string, CollectOffice> = new Map(
  Object.entries({
    'openxmlformats-officedocument.wordprocessingml.document': documentParts(() => [
      'word/document.xml',
      'word/footnotes.xml',
      'word/endnotes.xml',
    ]),
    'openxmlformats-officedocument.presentationml.presentation': documentParts((parts) => [
      ...numbered(parts, /^ppt\/slides\/slide(\d{1,6})\.xml$/),
      ...numbered(parts, /^ppt\/notesSlides\/notesSlide(\d{1,6})\.xml$/),
    ]),
    'openxmlformats-officedocument.spreadsheetml.sheet': (parts, collector) =>
      collectSheets(parts, numbered(parts, /^xl\/worksheets\/sheet(\d{1,6})\.xml$/), collector),
    'oasis.opendocument.text': (parts, collector) => collectOpenDocument(parts.read('content.xml'), collector),
    'oasis.opendocument.spreadsheet': (parts, collector) => collectOpenDocument(parts.read('content.xml'), collector),
    'oasis.opendocument.presentation': (parts, collector) => collectOpenDocument(parts.read('content.xml'), collector),
  } satisfies Record<string, CollectOffice>),
);

/** Adds the text of an office file. A file with more bytes than are unpacked has the text up to there. */
export async function collectOffice(bytes: Buffer, collect: CollectOffice, collector: TextCollector): Promise<void> {
  const parts = await openZip(bytes);
  try {
    await collect(parts, collector);
  } catch (error) {
    if (!(error instanceof Unreadable) || error.reason !== 'too_large' || collector.isEmpty()) throw error;
    collector.cut();
  }
}
