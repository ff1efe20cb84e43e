import { MAX_DOCUMENT_UPDATE_CLIENTS, MAX_DOCUMENT_UPDATE_STRUCTS } from '@space/contracts/document-limits';
import { MAX_LIVE_UPDATE_BYTES } from '@space/contracts/live-limits';
import { MAX_BOARD_ELEMENTS } from '@space/contracts/whiteboard-elements';
import { MAX_WHITEBOARD_STATE_BYTES } from '@space/contracts/whiteboard-limits';
import type { CheckTransactions, CrdtKind } from '@space/crdt';
import * as Y from 'yjs';
import { boardRoots } from '../document/element-map.ts';
import { BoardError } from '../schema/board-error.ts';
import { trackBoard } from './board-track.ts';
import { checkElement } from './check-element.ts';
import { checkFrameNesting } from './check-frame-nesting.ts';
import { checkNewItems } from './check-new-items.ts';
import { touchedElements } from './touched-elements.ts';

/**
 * The rules of whiteboards as Yjs documents. A check costs the elements that an update touches and the frames around them, not the whole
 * whiteboard. A connector may end at a missing element and an element may name a missing frame, since another writer may have deleted it.
 */
export const boardKind: CrdtKind = {
  noun: 'whiteboard',
  content_noun: 'element of a whiteboard',
  roots: boardRoots,
  canHave(content) {
    // Other types, such as Y.XmlText, derive from these two.
    if (content instanceof Y.ContentType) return content.type.constructor === Y.Map || content.type.constructor === Y.Text;
    return [Y.ContentString, Y.ContentDeleted, Y.ContentAny].some((Content) => content instanceof Content);
  },
  createCheck,
  limits: {
    update_bytes: MAX_LIVE_UPDATE_BYTES,
    update_structs: MAX_DOCUMENT_UPDATE_STRUCTS,
    update_clients: MAX_DOCUMENT_UPDATE_CLIENTS,
    state_bytes: MAX_WHITEBOARD_STATE_BYTES,
  },
  Refusal: BoardError,
};

function createCheck(doc: Y.Doc): CheckTransactions {
  const track = trackBoard(doc);
  let count = track.count();
  return function checkTransactions(transactions) {
    for (const transaction of transactions) {
      checkNewItems(transaction);
      const touched = touchedElements(transaction);
      for (const element of touched) checkElement(element);
      for (const { id, keys } of touched) if (keys === 'all' || keys.has('frame_id')) checkFrameNesting(id, track);
    }
    // A whiteboard that was above the limit before may be changed.
    if (track.count() > Math.max(count, MAX_BOARD_ELEMENTS)) {
      throw new BoardError('too_large', `A whiteboard has at most ${MAX_BOARD_ELEMENTS} elements; delete some first.`);
    }
    count = track.count();
  };
}
