import {
  documentShareLinkCreated,
  documentShareLinkRevoked,
  documentShareLinkUpdated,
  MAX_SHARE_LINKS_PER_DOCUMENT,
} from '@space/contracts/documents';
import type { CommonQueryMethods } from 'slonik';
import type { SharedThings, SharedTypes, ShareLinkColumns } from '../../share-links/shared-things.ts';
import type { DocumentRow } from '../rows/document-row.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { findDocument, lockDocuments } from '../rows/find-document.ts';

interface Types extends SharedTypes {
  readonly kind: 'document';
  readonly thing: DocumentRow;
  readonly created: typeof documentShareLinkCreated;
  readonly updated: typeof documentShareLinkUpdated;
  readonly revoked: typeof documentShareLinkRevoked;
}

/** Documents as things that have share links. */
export const sharedDocuments: SharedThings<Types> = {
  kind: 'document',
  prefix: 'dsh',
  path: 'd',
  limit: MAX_SHARE_LINKS_PER_DOCUMENT,
  find: findDocument,
  lock: async (tx, space, id) => (await lockDocuments(tx, space, [id]))[0]!,
  async announceCreated(tx, document, link) {
    tx.emit(documentShareLinkCreated, { ...(await linkData(tx, document, link)), ...settingsOf(link) });
  },
  async announceUpdated(tx, document, link, changed) {
    tx.emit(documentShareLinkUpdated, { ...(await linkData(tx, document, link)), ...settingsOf(link), changed });
  },
  async announceRevoked(tx, document, link) {
    tx.emit(documentShareLinkRevoked, await linkData(tx, document, link));
  },
};

const settingsOf = ({ has_password, expires_at }: ShareLinkColumns) => ({ has_password, expires_at });

/** Returns the data of events about a share link. */
async function linkData(tx: CommonQueryMethods, document: DocumentRow, { id, name }: ShareLinkColumns) {
  const dataOf = await eventDataOf(tx, document.space_id, [document]);
  return { ...dataOf(document), share_link_id: id, share_link: name };
}
