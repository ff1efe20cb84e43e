import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../../parts/button.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { flag } from '../../../routing/search-params.ts';
import { useSearchParams } from '../../../routing/use-search-params.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { PlaceTabs } from '../../lists/place-tabs.tsx';
import { CreateDialog } from '../create-dialog.tsx';
import { navLayouts, type Site, sitesQuery } from '../queries/site.ts';

const params = { new: flag };

/** Renders the sites of a Space, and a form for a new one. */
export function SitesScreen(): ReactElement {
  const space = useSpace();
  const [{ new: isNew }, setParams] = useSearchParams(params);
  const { data: sites, error, refetch } = useQuery(sitesQuery(space.id));
  const create = space.scopes.includes('pages:write') && (
    <Button look="primary" onClick={() => setParams({ new: true })}>
      <Plus size={16} aria-hidden="true" />
      Create a site
    </Button>
  );
  return (
    <>
      <PageHead title="Sites" about="A site groups pages under one title, with one navigation that every page gets when it is shown.">
        <SameCall contract="sites" name="list" />
        {create}
      </PageHead>
      <PlaceTabs path="/sites" />
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!sites && !error && <Skeleton />}
      {sites?.length === 0 && <EmptyState sentence="No site yet. A site gives pages one navigation and one address.">{create}</EmptyState>}
      {sites && sites.length > 0 && <SiteTable sites={sites} />}
      {isNew && <CreateSiteDialog onClose={() => setParams({ new: undefined }, { replace: true })} />}
    </>
  );
}

function SiteTable({ sites }: { readonly sites: readonly Site[] }): ReactElement {
  const space = useSpace();
  return (
    <div className="table-box cards">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Address</th>
            <th scope="col" className="end">
              Pages
            </th>
            <th scope="col">Created</th>
          </tr>
        </thead>
        <tbody>
          {sites.map(({ id, title, slug, page_ids, created_at }) => (
            <tr key={id}>
              <td className="first">
                <Link href={spacePath(space.id, `/sites/${id}`)} className="cut">
                  {title}
                </Link>
              </td>
              <td data-label="Address">
                <span className="cut mono">/s/{slug}/</span>
              </td>
              <td data-label="Pages" className="end number">
                {page_ids.length}
              </td>
              <td data-label="Created">
                <TimeAgo at={created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CreateSiteDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [nav_layout, setLayout] = useState<Site['nav_layout']>('top');
  return (
    <CreateDialog noun="a site" contract="sites" path="/sites" args={{ nav_layout }} onClose={onClose}>
      <SelectField label="Navigation" value={nav_layout} choices={navLayouts} onChoose={setLayout} help="Where visitors see its pages" />
    </CreateDialog>
  );
}
