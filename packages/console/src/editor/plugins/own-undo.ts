import type { Plugin } from 'prosemirror-state';
import { ySyncPluginKey, yUndoPlugin } from 'y-prosemirror';
import * as Y from 'yjs';

/**
 * Makes the plugin that undoes and redoes the changes of this editor. A block that this editor made stays while someone else has content in
 * it.
 */
export const ownUndo = (fragment: Y.XmlFragment): Plugin =>
  yUndoPlugin({
    undoManager: new Y.UndoManager(fragment, {
      trackedOrigins: new Set([ySyncPluginKey]),
      deleteFilter: isWithoutContent,
      captureTransaction: ({ meta }) => meta.get('addToHistory') !== false,
    }),
  });

/** Returns true if nothing is lost with an item: it is no block and no text, or it is an empty one. Children are asked before their parents. */
export function isWithoutContent(item: Y.Item): boolean {
  const { content } = item;
  if (!(content instanceof Y.ContentType)) return true;
  const { type } = content;
  if (type instanceof Y.XmlText) return type.length === 0;
  if (!(type instanceof Y.XmlElement)) return true;
  // Details cannot be without a summary.
  if (type.nodeName === 'detailsSummary' && type.parent instanceof Y.XmlElement && type.parent.length > 1) return false;
  return type.length === 0;
}
