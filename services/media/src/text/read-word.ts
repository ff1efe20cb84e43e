import { MAX_HTML_LENGTH, MAX_WORD_PARTS_BYTES, type WordContent } from '@space/contracts/documents';
import type { FileBytes } from '../file/file-bytes.ts';
import { Unreadable } from '../file/unreadable.ts';
import { openZip, type ZipParts } from './zip-parts.ts';

/** The forms that styles of Word have besides those that mammoth knows. */
const STYLES = [
  'u => u',
  'highlight => mark',
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
];

/** Kinds of elements that a warning names. */
const NAMED_KINDS = 5;
const LEFT_OUT = /^An unrecognised element was ignored: (?:\{[^}]*\})?(?:\w+:)?(\w{1,40})/;

/** The links back from footnotes to their places. */
const BACK_LINKS = /<a href="#[^"<>]*">\u2191<\/a>/g;
/** The links to places of the file, which lead nowhere in a document. */
const INNER_LINKS = /<a href="#[^"<>]*"/g;

/**
 * Returns a file of Word as HTML. Of the archive it reads the parts that mammoth asks for, and pictures never. It fetches nothing. Throws Unreadable.
 */
export async function readWord({ bytes }: FileBytes): Promise<WordContent> {
  const { default: mammoth } = await import('mammoth');
  const parts = await openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), MAX_WORD_PARTS_BYTES);
  let pictures = 0;
  async function leaveOut(): Promise<never[]> {
    pictures += 1;
    return [];
  }
  const { value, messages } = await mammoth.convertToHtml({ file: archiveOf(parts) } as never, {
    styleMap: STYLES,
    // A style map inside the file is one of a stranger.
    includeEmbeddedStyleMap: false,
    externalFileAccess: false,
    convertImage: leaveOut as never,
  });
  const html = value.replaceAll(BACK_LINKS, '').replaceAll(INNER_LINKS, '<a');
  if (html.length > MAX_HTML_LENGTH) throw new Unreadable('too_large');
  const kinds = new Set(messages.flatMap(({ message }) => LEFT_OUT.exec(message)?.[1] ?? []));
  return { html, pictures, left_out: [...kinds].slice(0, NAMED_KINDS) };
}

/** Returns an archive in the form that mammoth reads, instead of its own unpacking, which has no bounds. */
function archiveOf(parts: ZipParts) {
  const names = new Set(parts.names);
  return {
    exists: (name: string) => names.has(name),
    async read(name: string, encoding?: string): Promise<string | Uint8Array> {
      const chunks: Buffer[] = [];
      for await (const chunk of parts.read(name)) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      return encoding === undefined ? bytes : new TextDecoder(encoding).decode(bytes);
    },
  };
}
