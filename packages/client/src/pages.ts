import type { ClientRoute } from './routes.ts';

type Entries = NonNullable<ClientRoute['entries']>;

/** The argument that takes the `next_cursor` of a page, by the member of the page that has its entries. */
export const cursorOf = { data: 'cursor', events: 'after' } as const satisfies Record<Entries, string>;

/** The answer of a list: a promise of its first page, and an iterator over the entries of this page and all that follow. */
export type Paged<Page, Entry> = Promise<Page> & AsyncIterable<Entry>;

/** The members of a page that lead to the next one. */
interface AnyPage extends Partial<Record<Entries, readonly unknown[]>> {
  readonly next_cursor: string | null;
  readonly has_more?: boolean;
}

/**
 * Returns the first page as a promise that can be iterated. `readPage` reads the page at a cursor. The iterator reads a page
 * only when the entries before it are used up. It ends after a page without more; the
 * last page of the event feed has a cursor too, for later events. It throws when a page names itself as the next one.
 */
export function paged(first: Promise<unknown>, name: Entries, readPage: (cursor: string) => Promise<unknown>): Paged<unknown, unknown> {
  async function* entries(): AsyncGenerator<unknown> {
    let page = (await first) as AnyPage;
    let cursor: string | undefined;
    for (;;) {
      yield* page[name] ?? [];
      if (page.next_cursor === null || page.has_more === false) return;
      if (page.next_cursor === cursor) throw new Error('The next page of the list is the page itself.');
      cursor = page.next_cursor;
      page = (await readPage(cursor)) as AnyPage;
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: entries });
}
