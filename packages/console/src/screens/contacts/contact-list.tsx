import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { totalText } from '../../parts/total-text.ts';
import { useSpace } from '../../shell/session.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { type ContactFilter, contactsQuery, defaultColumns } from './contact.ts';
import { columnsOf } from './contact-filter.ts';
import { DEFAULT_ORDER, type Order } from './contact-order.ts';
import { ContactTable } from './contact-table.tsx';

const PAGE_SIZE = 50;

/** Props of the list: what it reads, its columns, and what sorts it and creates a contact. */
export interface ContactListProps {
  readonly filter: ContactFilter;
  readonly columns?: readonly string[] | undefined;
  readonly onSort?: (order: Order) => void;
  readonly onCreate?: () => void;
}

/** Renders contacts, their number, and a bar for those that are chosen. */
export function ContactList({ filter, columns: asked, onSort, onCreate }: ContactListProps): ReactElement {
  const space = useSpace();
  const client = spaceClient(space.id);
  const mayWrite = space.scopes.includes('contacts:write');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...contactsQuery(space.id), 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      client.contacts.list({ ...filter, limit: PAGE_SIZE, include_total: true, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const contacts = data?.pages.flatMap((page) => page.data);
  if (!contacts) return error ? <ProblemNotice error={error} onRetry={refetch} /> : <Skeleton />;
  const { total = contacts.length, total_is_exact } = data?.pages[0] ?? {};
  const shown = contacts.filter(({ id }) => chosen.includes(id));
  const isFiltered = Object.keys(filter).some((name) => name !== 'sort');
  if (contacts.length === 0)
    return (
      <>
        {error && <ProblemNotice error={error} onRetry={refetch} />}
        <EmptyState sentence={isFiltered ? 'No contact matches.' : 'No contact yet. A contact is a person with an email of their own.'}>
          {!isFiltered && mayWrite && onCreate && <Button onClick={onCreate}>Create the first contact</Button>}
          {!isFiltered && <SameCall contract="contacts" name="create" args={{ name: 'Ada Lovelace', email: 'ada@example.com' }} />}
        </EmptyState>
      </>
    );
  return (
    <>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      <p className="soft" role="status">
        {total === 1 ? '1 contact' : `${totalText(total, total_is_exact)} contacts`}
      </p>
      <ContactTable
        contacts={contacts}
        columns={columnsOf(asked, defaultColumns)}
        chosen={chosen}
        order={filter.sort ?? DEFAULT_ORDER}
        onSort={onSort}
        {...(mayWrite && { onChoose: setChosen })}
      />
      {hasNextPage && <MoreButton label="Show more" isReading={isFetchingNextPage} onMore={fetchNextPage} />}
      {shown.length > 0 && <BulkBar contacts={shown} onDone={() => setChosen([])} />}
    </>
  );
}
