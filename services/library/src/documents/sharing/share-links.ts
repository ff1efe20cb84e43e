import type { Handlers } from '@space/bus';
import type { documentShareLinks } from '@space/contracts/documents';
import { replayIfStored } from '@space/event-log';
import {
  changeShareLink,
  createShareLink,
  prepareNewPassword,
  prepareShareLink,
  readShareLink,
  readShareLinks,
  revokeShareLink,
} from '../../share-links/write-share-links.ts';
import type { DocumentPorts } from '../content/document-ports.ts';
import { sharedDocuments as shared } from './shared-documents.ts';

/**
 * Creates the handlers of share links of documents. The token of a link reads its document. A link is found by the hash of its token, and the
 * sealed token lets callers read the address again. No cache holds a link, so that the next request after its revocation fails.
 */
export const documentShareLinkHandlers = ({
  ports,
  writer,
}: Pick<DocumentPorts, 'ports' | 'writer'>): Handlers<typeof documentShareLinks> => ({
  list: (call) => readShareLinks(ports, shared, call),
  get: (call) => readShareLink(ports, shared, call),
  async create(call) {
    const stored = await replayIfStored('library', ports, call);
    if (stored) return stored;
    const prepared = await prepareShareLink(ports, shared, call);
    return writer.write(call, (tx) => createShareLink(tx, ports, shared, call, prepared));
  },
  async update(call) {
    const stored = await replayIfStored('library', ports, call);
    if (stored) return stored;
    const newHash = await prepareNewPassword(ports.database, shared, call);
    return writer.write(call, (tx) => changeShareLink(tx, ports, shared, call, newHash));
  },
  delete: (call) => writer.write(call, (tx) => revokeShareLink(tx, shared, call)),
});
