import { MAX_SHARE_PAGE_BYTES, MAX_SHARED_ROW_BYTES } from '@space/contracts/tables';
import { type Html, html, type Part } from '@space/web';

/** The room that a page has for HTML. */
export interface PageRoom {
  /** Counts a part if there is room for it. Returns false if there is not. */
  takes(part: Html): boolean;
}

/** Returns the room for the rows of a page, or for those of one of several parts of equal size. */
export const createPageRoom = (parts = 1): PageRoom => createRoom(Math.floor(MAX_SHARE_PAGE_BYTES / parts));

function createRoom(bytes: number): PageRoom {
  let left = bytes;
  return {
    takes({ text }) {
      const size = Buffer.byteLength(text);
      if (size > left) return false;
      left -= size;
      return true;
    },
  };
}

/** Renders the first items that a page has room for, and at least one. */
export function renderThatFit<T>(room: PageRoom, items: readonly T[], render: (item: T) => Html): Html[] {
  const parts: Html[] = [];
  for (const item of items) {
    const part = render(item);
    if (!room.takes(part) && parts.length > 0) break;
    parts.push(part);
  }
  return parts;
}

/** Renders the cells of one row. A cell for which the row has no room left is an ellipsis. */
export function renderCells<T>(items: readonly T[], render: (item: T) => Part): Html[] {
  const room = createRoom(MAX_SHARED_ROW_BYTES);
  let isFull = false;
  return items.map((item) => {
    const cell = isFull ? ellipsis : html`${render(item)}`;
    isFull ||= !room.takes(cell);
    return isFull ? ellipsis : cell;
  });
}

const ellipsis = html`…`;
