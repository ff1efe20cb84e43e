import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import './log-news.css';
import { watchLog } from './log-watchers.ts';
import { type LogPage, mergeNewest } from './merge-newest.ts';

/** Milliseconds between two reads of the newest entries of a log. */
const PAUSE_MS = 1_000;

/** Options of the infinite query of a log: it does not move while it is read. */
export const logOptions = { meta: { log: true }, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** Props of the news of a log: the key of its infinite query, newest first, and how its first page is read. */
export interface LogNewsProps<Page extends LogPage<unknown>> {
  readonly queryKey: readonly unknown[];
  readonly readNewest: () => Promise<Page>;
  readonly idOf: (entry: Page['data'][number]) => string | number;
}

/** Renders how many entries a log got since it was read, as a button that shows them. Entries that are shown change in their places. */
export function LogNews<Page extends LogPage<unknown>>(props: LogNewsProps<Page>): ReactElement {
  const queries = useQueryClient();
  const current = useRef(props);
  current.current = props;
  const [news, setNews] = useState({ count: 0, hasGap: false, show: () => {} });
  const key = JSON.stringify(props.queryKey);

  useEffect(() => {
    const queryKey: readonly unknown[] = JSON.parse(key);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasEnded = false;
    let begun = 0;
    let shownOf = 0;
    setNews({ count: 0, hasGap: false, show: () => {} });

    async function look(): Promise<void> {
      const { readNewest, idOf } = current.current;
      // What arrives from here on may not be in the answer, and is looked for again.
      timer = undefined;
      begun += 1;
      const number = begun;
      const newest = await readNewest().catch(() => undefined);
      const shown = queries.getQueryData<InfiniteData<Page>>(queryKey);
      if (hasEnded || !newest || !shown || number < shownOf) return;
      shownOf = number;
      function show(): void {
        queries.setQueryData<InfiniteData<Page>>(queryKey, (data) => data && withNewest(data, newest!, idOf));
        setNews({ count: 0, hasGap: false, show });
      }
      // Nothing moves in an empty list.
      if (shown.pages.every(({ data }) => data.length === 0)) return show();
      const merged = mergeNewest(shown.pages, newest, idOf);
      queries.setQueryData<InfiniteData<Page>>(queryKey, { ...shown, pages: [...merged.pages] });
      setNews({ count: merged.fresh.length, hasGap: merged.hasGap, show });
    }

    const unwatch = watchLog(queryKey, function onNews() {
      timer ??= setTimeout(look, PAUSE_MS);
    });
    return () => {
      hasEnded = true;
      clearTimeout(timer);
      unwatch();
    };
  }, [queries, key]);

  return (
    <div className="log-news" role="status">
      {news.count > 0 && (
        <Button look="primary" small onClick={news.show}>
          {news.count}
          {news.hasGap && ' or more'} new
        </Button>
      )}
    </div>
  );
}

/** Returns a log with the entries of its newest page in front. */
function withNewest<Page extends LogPage<unknown>>(
  { pages, pageParams }: InfiniteData<Page>,
  newest: Page,
  idOf: (entry: Page['data'][number]) => string | number,
): InfiniteData<Page> {
  const merged = mergeNewest(pages, newest, idOf);
  const [first, ...older] = merged.pages;
  if (merged.hasGap || !first) return { pages: [newest], pageParams: pageParams.slice(0, 1) };
  return { pages: [{ ...first, data: [...merged.fresh, ...first.data] }, ...older], pageParams };
}
