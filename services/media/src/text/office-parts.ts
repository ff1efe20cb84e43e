import { readTags } from './read-tags.ts';
import type { TextCollector } from './text-collector.ts';

/** Elements of documents and slides whose content is not text: properties, field codes, and the copies for older programs. */
const SKIPPED = new Set(['pPr', 'rPr', 'sectPr', 'instrText', 'Fallback']);

/** Adds the text of a part of a document or presentation: paragraphs of runs. */
export async function collectDocumentPart(chunks: AsyncIterable<Uint8Array>, collector: TextCollector): Promise<void> {
  let skipped = 0;
  let isText = false;
  await readTags(chunks, 'xml', {
    open(name) {
      if (SKIPPED.has(name)) skipped += 1;
      if (skipped > 0) return;
      if (name === 't') isText = true;
      else if (name === 'tab') collector.add('\t');
      else if (name === 'br' || name === 'cr') collector.add('\n');
    },
    close(name) {
      if (SKIPPED.has(name)) skipped -= 1;
      else if (skipped > 0) return;
      else if (name === 't') isText = false;
      else if (name === 'p') collector.add('\n');
    },
    text(text) {
      if (isText && skipped === 0) collector.add(text);
    },
    isDone: collector.isFull,
  });
}

const SKIPPED_OPEN = new Set(['annotation', 'tracked-changes', 'shapes', 'forms']);
/** Spaces that one element may stand for. */
const MAX_SPACES = 100;

/** Adds the text of the content of an OpenDocument file: paragraphs, and rows of cells. */
export async function collectOpenDocument(chunks: AsyncIterable<Uint8Array>, collector: TextCollector): Promise<void> {
  let skipped = 0;
  let paragraphs = 0;
  let cells = 0;
  await readTags(chunks, 'xml', {
    open(name, attributes) {
      if (SKIPPED_OPEN.has(name)) skipped += 1;
      if (skipped > 0) return;
      if (name === 'p' || name === 'h') paragraphs += 1;
      else if (name === 'table-cell') cells += 1;
      else if (name === 'tab') collector.add('\t');
      else if (name === 'line-break') collector.add('\n');
      else if (name === 's') collector.add(' '.repeat(Math.min(MAX_SPACES, Math.max(1, Number(attributes['text:c']) || 1))));
    },
    close(name) {
      if (SKIPPED_OPEN.has(name)) skipped -= 1;
      else if (skipped > 0) return;
      else if (name === 'p' || name === 'h') {
        paragraphs -= 1;
        collector.add(cells > 0 ? ' ' : '\n');
      } else if (name === 'table-cell') {
        cells -= 1;
        collector.add('\t');
      } else if (name === 'table-row') collector.add('\n');
    },
    text(text) {
      if (paragraphs > 0 && skipped === 0) collector.add(text);
    },
    isDone: collector.isFull,
  });
}
