import { readTags } from './read-tags.ts';
import type { TextCollector } from './text-collector.ts';
import type { ZipParts } from './zip-parts.ts';

/** Characters of the shared texts of a workbook that are read; cells with later ones stay empty. */
const MAX_SHARED = 8 * 1_048_576;

/** Adds the cells of the sheets of a workbook: a line for each row, with a tab between cells. */
export async function collectSheets(parts: ZipParts, names: readonly string[], collector: TextCollector): Promise<void> {
  const { texts, isCut } = await sharedTexts(parts.read('xl/sharedStrings.xml'));
  for (const name of names) {
    await collectSheet(parts.read(name), texts, collector);
    collector.add('\n\n');
  }
  if (isCut) collector.cut();
}

async function collectSheet(chunks: AsyncIterable<Uint8Array>, shared: readonly string[], collector: TextCollector): Promise<void> {
  let type = '';
  let value: string | undefined;
  await readTags(chunks, 'xml', {
    open(name, attributes) {
      if (name === 'c') type = attributes.t ?? '';
      else if (name === 'v' || name === 't') value = '';
    },
    close(name) {
      if (name === 'v') collector.add(type === 's' ? (shared[Number(value)] ?? '') : (value ?? ''));
      else if (name === 't') collector.add(value ?? '');
      else if (name === 'c') collector.add('\t');
      else if (name === 'row') collector.add('\n');
      if (name === 'v' || name === 't') value = undefined;
    },
    text(text) {
      if (value !== undefined) value += text;
    },
    isDone: collector.isFull,
  });
}

async function sharedTexts(chunks: AsyncIterable<Uint8Array>): Promise<{ readonly texts: readonly string[]; readonly isCut: boolean }> {
  const texts: string[] = [];
  let current = '';
  let isText = false;
  let phonetic = 0;
  let characters = 0;
  await readTags(chunks, 'xml', {
    open(name) {
      if (name === 'si') current = '';
      else if (name === 't') isText = true;
      else if (name === 'rPh') phonetic += 1;
    },
    close(name) {
      if (name === 'si') texts.push(current);
      else if (name === 't') isText = false;
      else if (name === 'rPh') phonetic -= 1;
    },
    text(text) {
      if (!isText || phonetic > 0) return;
      characters += text.length;
      current += text;
    },
    isDone: () => characters > MAX_SHARED,
  });
  return { texts, isCut: characters > MAX_SHARED };
}
