import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';
import { PublicationBadges } from '../publication-badges.tsx';
import type { PageSummary } from '../queries/page.ts';

/** Renders pages with their site, their state and their last change. */
export function PageTable({
  pages,
  siteTitle,
}: {
  readonly pages: readonly PageSummary[];
  readonly siteTitle: (id: string) => string;
}): ReactElement {
  const space = useSpace();
  return (
    <div className="table-box cards">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Site</th>
            <th scope="col">State</th>
            <th scope="col">Changed</th>
          </tr>
        </thead>
        <tbody>
          {pages.map((page) => (
            <tr key={page.id}>
              <td className="first">
                <Link href={spacePath(space.id, `/pages/${page.id}`)} className="cut">
                  {page.title}
                </Link>
              </td>
              <td data-label="Site">
                <span className="cut">
                  {page.site_id === null ? '–' : siteTitle(page.site_id)}
                  {page.is_home && ' (home page)'}
                </span>
              </td>
              <td data-label="State">
                <PublicationBadges {...page} />
              </td>
              <td data-label="Changed">
                <TimeAgo at={page.updated_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
