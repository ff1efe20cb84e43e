import { FRAGMENT_NAME } from '@space/rich-text';
import diff from 'fast-diff';
import MarkdownIt from 'markdown-it';
import * as Y from 'yjs';

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

/** Reads a whole text, compares it with the one before and makes an update: the libraries without blocks and a merge. */
export function floorOfWholeText(state: Uint8Array, before: string, after: string): Uint8Array {
  parser.parse(after, {});
  diff(before, after);
  return floorOfBlockEdit(state);
}
