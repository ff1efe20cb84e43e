import type { Node } from 'prosemirror-model';

/** A heading of a document: its position, its level from 1 to 6 and its words. */
export interface OutlineEntry {
  readonly position: number;
  readonly level: number;
  readonly text: string;
}

/** Returns the headings of a document that have words, in their order. */
export function outlineOf(doc: Node): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  doc.descendants((node, position) => {
    if (node.type.name === 'heading' && node.textContent.trim() !== '')
      entries.push({ position, level: node.attrs.level, text: node.textContent.replace(/\s+/g, ' ').trim() });
    return !node.isTextblock;
  });
  return entries;
}
