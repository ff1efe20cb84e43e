import './contacts.css';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { spacePath } from '../../routing/paths.ts';
import { flag } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { MoreActs } from '../acts/more-acts.tsx';
import { PlaceTabs } from '../lists/place-tabs.tsx';
import { audiencesList } from './contact.ts';
import { NewAudience } from './new-audience.tsx';

const params = { new: flag };

/** Renders the audiences of a Space, and with `?new=1` the form of a new one. */
export function AudiencesScreen(): ReactElement {
  const space = useSpace();
  const [{ new: isNew }, setParams] = useSearchParams(params);
  const { data, error, refetch } = useQuery(audiencesList(space.id));
  const create = space.scopes.includes('contacts:write') && !isNew && (
    <Button look="primary" onClick={() => setParams({ new: true })}>
      <Plus size={16} aria-hidden="true" />
      New audience
    </Button>
  );
  return (
    <>
      <PageHead title="Audiences" about="Named groups of contacts. Rules are evaluated on every read.">
        <SameCall contract="audiences" name="list" />
        <MoreActs contract="audiences" name="list" />
        {create}
      </PageHead>
      <PlaceTabs path="/audiences" />
      {isNew && <NewAudience />}
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data?.data.length === 0 && !isNew && (
        <EmptyState sentence="No audience yet. An audience is a group of contacts by rules, such as a tag or a place.">
          {create}
          <SameCall contract="audiences" name="create" args={{ name: 'Customers', condition: { tag: 'customer' } }} />
        </EmptyState>
      )}
      {data && data.data.length > 0 && (
        <div className="table-box cards">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Kind</th>
                <th scope="col" className="end">
                  Contacts
                </th>
                <th scope="col">Changed</th>
              </tr>
            </thead>
            <tbody>
              {data.data.map(({ id, name, kind, contact_count, updated_at }) => (
                <tr key={id}>
                  <td className="first">
                    <Link href={spacePath(space.id, `/audiences/${id}`)} className="cut">
                      {name}
                    </Link>
                  </td>
                  <td data-label="Kind">{kind === 'fixed' ? 'fixed list' : 'rules'}</td>
                  <td data-label="Contacts" className="end number">
                    {contact_count.toLocaleString('en')}
                  </td>
                  <td data-label="Changed">
                    <TimeAgo at={updated_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
