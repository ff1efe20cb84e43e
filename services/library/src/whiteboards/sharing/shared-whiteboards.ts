import {
  MAX_SHARE_LINKS_PER_WHITEBOARD,
  whiteboardShareLinkCreated,
  whiteboardShareLinkRevoked,
  whiteboardShareLinkUpdated,
} from '@space/contracts/whiteboards';
import type { CommonQueryMethods } from 'slonik';
import type { SharedThings, SharedTypes, ShareLinkColumns } from '../../share-links/shared-things.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { findWhiteboard, lockWhiteboard } from '../rows/find-whiteboard.ts';
import type { WhiteboardRow } from '../rows/whiteboard-row.ts';

interface Types extends SharedTypes {
  readonly kind: 'whiteboard';
  readonly thing: WhiteboardRow;
  readonly created: typeof whiteboardShareLinkCreated;
  readonly updated: typeof whiteboardShareLinkUpdated;
  readonly revoked: typeof whiteboardShareLinkRevoked;
}

/** Whiteboards as things that have share links. */
export const sharedWhiteboards: SharedThings<Types> = {
  kind: 'whiteboard',
  prefix: 'wsh',
  path: 'w',
  hasFiles: true,
  limit: MAX_SHARE_LINKS_PER_WHITEBOARD,
  find: findWhiteboard,
  lock: lockWhiteboard,
  async announceCreated(tx, whiteboard, link) {
    tx.emit(whiteboardShareLinkCreated, { ...(await linkData(tx, whiteboard, link)), ...settingsOf(link) });
  },
  async announceUpdated(tx, whiteboard, link, changed) {
    tx.emit(whiteboardShareLinkUpdated, { ...(await linkData(tx, whiteboard, link)), ...settingsOf(link), changed });
  },
  async announceRevoked(tx, whiteboard, link) {
    tx.emit(whiteboardShareLinkRevoked, await linkData(tx, whiteboard, link));
  },
};

const settingsOf = ({ has_password, expires_at }: ShareLinkColumns) => ({ has_password, expires_at });

/** Returns the data of events about a share link. */
async function linkData(tx: CommonQueryMethods, whiteboard: WhiteboardRow, { id, name }: ShareLinkColumns) {
  const dataOf = await eventDataOf(tx, whiteboard.space_id, [whiteboard]);
  return { ...dataOf(whiteboard), share_link_id: id, share_link: name };
}
