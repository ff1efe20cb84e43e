import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import type { Thing } from '../../../api/use-thing.ts';
import { Button } from '../../../parts/button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { makeChange } from '../../../shell/change.ts';
import { useSpace } from '../../../shell/session.tsx';
import { PublicationBadges } from '../publication-badges.tsx';
import { pagesQuery } from '../queries/page.ts';
import type { Site } from '../queries/site.ts';
import { moved } from './moved.ts';

/** Renders the pages of a site in the order of the navigation. Each can be moved, and made the home page. */
export function SitePages({ site: { value: site, etag } }: { readonly site: Thing<Site> }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(pagesQuery(space.id, { site_id: site.id }));
  const read = new Map(data?.pages.flatMap((one) => one.data).map((page) => [page.id, page]));
  const mayWrite = space.scopes.includes('pages:write');

  async function change(fields: Partial<Pick<Site, 'page_ids' | 'home_page_id'>>, before: typeof fields, said: string): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      await makeChange(queries, {
        space_id: space.id,
        contract: 'sites',
        name: 'update',
        path: { id: site.id },
        fields,
        before,
        etag,
        said,
      });
      await queries.invalidateQueries({ queryKey: ['space', space.id, 'pages'] });
    } catch (reason) {
      setFailure(reason);
    } finally {
      setBusy(false);
    }
  }

  const move = (id: string, by: -1 | 1) =>
    void change({ page_ids: moved(site.page_ids, id, by) }, { page_ids: site.page_ids }, `“${read.get(id)?.title ?? id}” is moved.`);

  return (
    <section className="card stack" aria-label="Pages of the site">
      <h2>Pages</h2>
      {(error ?? failure) != null && <ProblemNotice error={error ?? failure} onRetry={error ? refetch : undefined} />}
      {site.page_ids.length === 0 && <p className="soft">The site has no page yet. Its first page becomes its home page.</p>}
      <ol className="order">
        {site.page_ids.map((id, index) => {
          const page = read.get(id);
          const title = page?.title ?? id;
          return (
            <li key={id}>
              <Link href={spacePath(space.id, `/pages/${id}`)} className="cut">
                {title}
              </Link>
              {page && <PublicationBadges {...page} />}
              {id === site.home_page_id && <span className="badge">home page</span>}
              {mayWrite && id !== site.home_page_id && (
                <Button
                  small
                  disabled={isBusy}
                  aria-label={`Make home: “${title}”`}
                  onClick={() => void change({ home_page_id: id }, { home_page_id: site.home_page_id! }, `“${title}” is the home page.`)}
                >
                  Make home
                </Button>
              )}
              {mayWrite && (
                <>
                  <Button small look="icon" disabled={isBusy || index === 0} aria-label={`Move “${title}” up`} onClick={() => move(id, -1)}>
                    <ArrowUp size={16} aria-hidden="true" />
                  </Button>
                  <Button
                    small
                    look="icon"
                    disabled={isBusy || index === site.page_ids.length - 1}
                    aria-label={`Move “${title}” down`}
                    onClick={() => move(id, 1)}
                  >
                    <ArrowDown size={16} aria-hidden="true" />
                  </Button>
                </>
              )}
            </li>
          );
        })}
      </ol>
      {hasNextPage && (
        <div>
          <Button small onClick={() => void fetchNextPage()}>
            Read more titles
          </Button>
        </div>
      )}
    </section>
  );
}
