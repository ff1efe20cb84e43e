import MarkdownIt from 'markdown-it';
import * as Y from 'yjs';
import { FRAGMENT_NAME } from '../src/index.ts';

const parser = new MarkdownIt();

/** Loads a document, types one word into its first text and encodes the update: the least that an edit does. */
export function floorOfBlockEdit(state: Uint8Array): Uint8Array {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  const before = Y.encodeStateVector(doc);
  for (const child of doc.getXmlFragment(FRAGMENT_NAME).toArray() as unknown[]) {
    const text = child instanceof Y.XmlElement && child.length > 0 ? (child.get(0) as unknown) : undefined;
    if (!(text instanceof Y.XmlText)) continue;
    text.insert(0, 'added ');
    break;
  }
  return Y.encodeStateAsUpdate(doc, before);
}

/** Reads a whole text as tokens and makes an update of one word: the libraries without blocks, a comparison and a merge. */
export function floorOfWholeText(state: Uint8Array, markdown: string): Uint8Array {
  parser.parse(markdown, {});
  return floorOfBlockEdit(state);
}
