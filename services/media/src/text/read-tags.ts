import { Parser } from 'htmlparser2';
import { Unreadable } from '../file/unreadable.ts';

/** Elements in each other. Deeper ones would cost time by the square of their number. */
const MAX_DEPTH = 2_000;

/** Receives the parts of a document; names of XML have no prefix. */
export interface TagHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(text: string): void;
  /** Ends the reading early when it returns true. */
  isDone(): boolean;
}

/**
 * Reads XML or HTML from left to right. It reads no DTD: entities but those of the language stay as they are written, and nothing is fetched. Throws
 * Unreadable for a document that is nested too deep.
 */
export async function readTags(
  chunks: AsyncIterable<Uint8Array>,
  language: 'xml' | 'html',
  { open, close, text, isDone }: TagHandlers,
): Promise<void> {
  let depth = 0;
  const localName = language === 'xml' ? (name: string) => name.slice(name.indexOf(':') + 1) : (name: string) => name;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > MAX_DEPTH) throw new Unreadable('nested_too_deep');
        open(localName(name), attributes);
      },
      onclosetag(name) {
        depth -= 1;
        close(localName(name));
      },
      ontext: text,
    },
    { xmlMode: language === 'xml', decodeEntities: true },
  );
  for await (const chunk of decoded(chunks)) {
    parser.write(chunk);
    if (isDone()) return;
  }
  parser.end();
}

/** Yields bytes as text: UTF-16 with its mark, and UTF-8 otherwise. */
export async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    yield decoder.decode(chunk, { stream: true });
  }
  if (decoder) yield decoder.decode();
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
