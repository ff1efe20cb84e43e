import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { spaceClient } from '../../api/space-client.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSpace } from '../../shell/session.tsx';
import { eventsQuery } from '../events/event.ts';
import { EventTable } from '../events/event-table.tsx';

/** Renders the stored events about a contact, newest first; nothing for a member who cannot read events. */
export function ContactTimeline({ contact_id }: { readonly contact_id: string }): ReactElement | null {
  const space = useSpace();
  const mayRead = space.scopes.includes('automations:read');
  const { data, error, refetch } = useQuery({
    queryKey: [...eventsQuery(space.id), 'search', { contact_id }],
    queryFn: ({ signal }) => spaceClient(space.id).events.search({ contact_id, limit: 20 }, { signal }),
    enabled: mayRead,
  });
  if (!mayRead) return null;
  return (
    <section className="stack" aria-label="Timeline">
      <h2>Timeline</h2>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data?.data.length === 0 && (
        <p className="soft">
          No stored event is about this contact. <Link href={spacePath(space.id, '/events')}>The event log</Link> says when events are
          stored.
        </p>
      )}
      {data && data.data.length > 0 && <EventTable events={data.data} />}
    </section>
  );
}
