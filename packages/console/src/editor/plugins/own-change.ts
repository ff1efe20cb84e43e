import type { Transaction } from 'prosemirror-state';
import { ySyncPluginKey } from 'y-prosemirror';

/** Returns true if a person changed the document in this editor. Changes of others and of undo come from the shared document. */
export const isOwnChange = (transactions: readonly Transaction[]): boolean =>
  transactions.some((tr) => tr.docChanged && !tr.getMeta(ySyncPluginKey));
