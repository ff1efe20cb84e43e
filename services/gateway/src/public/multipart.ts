import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { MAX_FORM_BYTES, MAX_FORM_FILES, MAX_FORM_VALUES, Problem } from '@space/contracts/core';
import { createFormValues, type FormBody } from './form-values.ts';

const MAX_NAME = 200;
const MAX_PARTS = MAX_FORM_VALUES + MAX_FORM_FILES;
const MAX_PART_HEADERS = 20;
const MAX_PART_HEADER_BYTES = 4_096;

/** A file of a form; its content is complete when the form is. */
interface ReceivedFile {
  readonly field: string;
  readonly name: string;
  readonly chunks: readonly Buffer[];
}

/**
 * Parses multipart/form-data while it arrives. A file input without a chosen file is left out. Throws `too_large` at the
 * first part, file or byte too many, and `invalid` for a malformed form.
 */
export async function readMultipart(chunks: AsyncIterable<Buffer>, type: string): Promise<FormBody> {
  const parser = createParser(type);
  const form = createFormValues();
  const files: ReceivedFile[] = [];
  let textBytes = 0;
  let problem: Problem | undefined;
  const finished = new Promise<void>((resolve, reject) => {
    parser.on('finish', resolve);
    parser.on('error', reject);
  });
  finished.catch(() => {});

  parser.on('field', (name: string | undefined, value, _isNameCut, isCut) => {
    if (name === undefined) return;
    textBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (isCut || textBytes > MAX_FORM_BYTES) problem ??= tooLarge(`${MAX_FORM_BYTES} bytes of text`);
    else problem ??= form.add(unescapeName(name), value);
  });
  parser.on('file', (field: string | undefined, content: BusboyFileStream, name: string | undefined) => {
    const received: Buffer[] = [];
    content.on('data', (chunk: Buffer) => received.push(chunk));
    content.on('error', () => {});
    if (field !== undefined) files.push({ field: unescapeName(field), name: unescapeName(name ?? ''), chunks: received });
  });
  parser.on('partsLimit', () => {
    problem ??= tooLarge(`${MAX_PARTS} parts`);
  });

  try {
    for await (const chunk of chunks) {
      await Promise.race([write(parser, chunk), finished]);
      if (problem) break;
    }
    if (!problem) {
      parser.end();
      await finished;
    }
  } catch (error) {
    throw error instanceof Problem ? error : malformed();
  }
  const chosen = files.filter(({ name, chunks: { length } }) => length > 0 || name !== '');
  if (chosen.length > MAX_FORM_FILES) problem ??= tooLarge(`${MAX_FORM_FILES} files`);
  if (problem) throw problem;
  return { form: form.values, files: chosen.map(formFileOf) };
}

function createParser(type: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      preservePath: true,
      limits: { fieldSize: MAX_FORM_BYTES, parts: MAX_PARTS, headerPairs: MAX_PART_HEADERS, headerSize: MAX_PART_HEADER_BYTES },
    });
  } catch {
    throw malformed();
  }
}

const write = (parser: BusboyInstance, chunk: Buffer): Promise<void> => new Promise((written) => parser.write(chunk, () => written()));

const formFileOf = ({ field, name, chunks }: ReceivedFile) => ({
  field: field.slice(0, MAX_NAME),
  name: name.slice(-MAX_NAME).toWellFormed(),
  content_base64: Buffer.concat(chunks).toString('base64'),
});

const ESCAPED: Readonly<Record<string, string>> = { '%0A': '\n', '%0D': '\r', '%22': '"' };

/** Returns a name as it was before the browser escaped its quotes and line breaks (HTML, multipart/form-data encoding). */
const unescapeName = (name: string): string => name.replace(/%(?:0A|0D|22)/gi, (found) => ESCAPED[found.toUpperCase()]!);

const malformed = (): Problem => new Problem('invalid', 'The form is not multipart/form-data as its Content-Type says.');

const tooLarge = (limit: string): Problem => new Problem('too_large', `A form may carry ${limit}.`);
