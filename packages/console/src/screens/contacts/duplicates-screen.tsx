import './contacts.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Choices } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { spacePath } from '../../routing/paths.ts';
import { oneOf } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { PlaceTabs } from '../lists/place-tabs.tsx';
import { contactsQuery } from './contact.ts';
import { MergeDialog } from './merge-dialog.tsx';

const ways = [
  ['email', 'Email'],
  ['phone', 'Phone'],
  ['name', 'Name'],
] as const;
const params = { by: oneOf(ways.map(([way]) => way)) };

/** Renders groups of contacts that are probably one person, and merges two of them. */
export function DuplicatesScreen(): ReactElement {
  const space = useSpace();
  const [{ by = 'email' }, setParams] = useSearchParams(params);
  const [pair, setPair] = useState<readonly [string, string]>();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...contactsQuery(space.id), 'duplicates', by],
    queryFn: ({ pageParam, signal }) =>
      spaceClient(space.id).contacts.duplicates({ by, limit: 50, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const groups = data?.pages.flatMap((page) => page.data);
  const mayWrite = space.scopes.includes('contacts:write');
  return (
    <>
      <PageHead title="Duplicates" about="Contacts that are probably one person.">
        <SameCall contract="contacts" name="duplicates" args={{ by }} />
      </PageHead>
      <PlaceTabs path="/contacts/duplicates" />
      <Choices legend="The same" name="by" value={by} choices={ways} onChoose={(way) => setParams({ by: way }, { replace: true })} />
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!groups && !error && <Skeleton />}
      {groups?.length === 0 && !hasNextPage && <EmptyState sentence={`No two contacts have the same ${by}.`} />}
      {groups?.map(({ contacts, contact_count }) => {
        const [first, ...others] = contacts;
        return (
          <section key={contacts.map(({ id }) => id).join()} className="card stack" aria-label={first?.name ?? 'Duplicates'}>
            <ul className="stack">
              {contacts.map((contact) => (
                <li key={contact.id} className="step-head row">
                  <Link href={spacePath(space.id, `/contacts/${contact.id}`)}>{contact.name}</Link>
                  <span className="soft">
                    {[contact.email, contact.phone, contact.company].filter(Boolean).join(' · ')} · <TimeAgo at={contact.created_at} />
                  </span>
                  {mayWrite && first && contact.id !== first.id && (
                    <Button small aria-label={`Merge ${contact.email} into ${first.email}`} onClick={() => setPair([first.id, contact.id])}>
                      Merge into the first
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {contact_count > contacts.length && <p className="soft">And {contact_count - contacts.length} more.</p>}
            {others.length === 0 && <p className="soft">The others were merged in the meantime.</p>}
          </section>
        );
      })}
      {hasNextPage && (
        <div>
          <Button onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
            Look further
          </Button>
        </div>
      )}
      {pair && <MergeDialog ids={pair} onClose={() => setPair(undefined)} />}
    </>
  );
}
