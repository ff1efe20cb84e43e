import type { Handlers } from '@space/bus';
import type { whiteboardShareLinks } from '@space/contracts/whiteboards';
import { replayIfStored, type Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import {
  changeShareLink,
  createShareLink,
  prepareNewPassword,
  prepareShareLink,
  readShareLink,
  readShareLinks,
  revokeShareLink,
} from '../../share-links/write-share-links.ts';
import { sharedWhiteboards as shared } from './shared-whiteboards.ts';

/**
 * Creates the handlers of share links of whiteboards. The token of a link reads its whiteboard. A link is found by the hash of its token, and the
 * sealed token lets callers read the address again. No cache holds a link, so that the next request after its revocation fails.
 */
export const whiteboardShareLinkHandlers = ({
  ports,
  writer,
}: {
  readonly ports: Ports;
  readonly writer: Writer;
}): Handlers<typeof whiteboardShareLinks> => ({
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
