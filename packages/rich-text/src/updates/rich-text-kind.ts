import type { CrdtKind } from '@space/crdt';
import * as Y from 'yjs';
import { checkSize } from '../document/check-size.ts';
import { readBlocks } from '../document/read-blocks.ts';
import { FRAGMENT_NAME, MAX_STATE_BYTES, MAX_UPDATE_BYTES, MAX_UPDATE_CLIENTS, MAX_UPDATE_STRUCTS } from '../schema/index.ts';
import { RichTextError } from '../schema/rich-text-error.ts';
import { validateTransaction } from './validate-transaction.ts';

/** The rules of documents of rich text as Yjs documents. Nodes of unknown types that a document already has are no fault of an update. */
export const richTextKind: CrdtKind = {
  noun: 'document',
  content_noun: 'rich text',
  roots: { [FRAGMENT_NAME]: Y.XmlFragment },
  canHave(content) {
    if (content instanceof Y.ContentType) return content.type instanceof Y.XmlElement || content.type instanceof Y.XmlText;
    return [Y.ContentString, Y.ContentDeleted, Y.ContentFormat, Y.ContentAny].some((Content) => content instanceof Content);
  },
  createCheck: (doc) => (transactions) => {
    for (const transaction of transactions) validateTransaction(transaction);
    checkSize(readBlocks(doc));
  },
  limits: {
    update_bytes: MAX_UPDATE_BYTES,
    update_structs: MAX_UPDATE_STRUCTS,
    update_clients: MAX_UPDATE_CLIENTS,
    state_bytes: MAX_STATE_BYTES,
  },
  Refusal: RichTextError,
};
