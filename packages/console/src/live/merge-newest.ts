/** A page of a log, newest first. */
export interface LogPage<Entry> {
  readonly data: readonly Entry[];
  readonly has_more?: boolean;
}

/** Compares the newest page of a log with the pages that are shown. */
export interface Merged<Page extends LogPage<unknown>> {
  /** The pages with the entries as they are now, in their places. */
  readonly pages: readonly Page[];
  /** The entries that are newer than all that are shown. */
  readonly fresh: Page['data'];
  /** True if more entries may lie between the fresh ones and those that are shown. */
  readonly hasGap: boolean;
}

/** Compares the pages of a log with its newest page. Nothing that is shown moves. */
export function mergeNewest<Page extends LogPage<unknown>>(
  pages: readonly Page[],
  newest: Page,
  idOf: (entry: Page['data'][number]) => string | number,
): Merged<Page> {
  const now = new Map(newest.data.map((entry) => [idOf(entry), entry]));
  const shown = new Set(pages.flatMap(({ data }) => data.map(idOf)));
  const firstShown = newest.data.findIndex((entry) => shown.has(idOf(entry)));
  const fresh = firstShown < 0 ? newest.data : newest.data.slice(0, firstShown);
  return {
    pages: pages.map((page) => ({ ...page, data: page.data.map((entry) => now.get(idOf(entry)) ?? entry) })),
    fresh,
    hasGap: firstShown < 0 && newest.has_more === true,
  };
}
