import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { newIdempotencyKey } from '../../api/send.ts';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { sayDone, sayFailed } from '../../parts/toast.tsx';
import { useSpace } from '../../shell/session.tsx';
import { listenersList, listenersQuery } from '../listening/listener.ts';

/** Renders why events may be missing from the log, and one action that makes the service store every event from now on. */
export function EventLogFeed({ isEmpty }: { readonly isEmpty: boolean }): ReactElement | null {
  const space = useSpace();
  const queries = useQueryClient();
  const { data } = useQuery(listenersList(space.id));
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [isBusy, setBusy] = useState(false);
  if (!data) return null;
  const storesAll = data.data.some(({ enabled, event_types }) => enabled && event_types.includes('*'));
  if (storesAll) return isEmpty ? <p className="empty">Every event is stored. The next change in this Space appears here.</p> : null;
  const named = new Set(data.data.filter(({ enabled }) => enabled).flatMap(({ event_types }) => event_types));

  async function create(): Promise<void> {
    setBusy(true);
    try {
      await spaceClient(space.id).event_subscriptions.create(
        { kind: 'feed', name: 'Event log', event_types: ['*'] },
        { idempotency_key: idempotencyKey },
      );
      await queries.invalidateQueries({ queryKey: listenersQuery(space.id) });
      sayDone('Every event is stored from now on.', 'The feed “Event log” does it; delete it to end this.');
    } catch (failure) {
      sayFailed(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="notice">
      <p className="title">{named.size === 0 ? 'No event is stored yet.' : `Events of ${named.size} types are stored, others are not.`}</p>
      <p>
        An event is stored for 14 days, and only while a listener names its type. A feed of all types stores every event and sends nothing.
      </p>
      {space.scopes.includes('automations:write') && (
        <div>
          <Button look={isEmpty ? 'primary' : undefined} disabled={isBusy} onClick={() => void create()}>
            Store every event
          </Button>
        </div>
      )}
    </div>
  );
}
