import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { spaceClient } from '../api/space-client.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { labelOf } from '../parts/label.ts';
import { TimeAgo } from '../parts/time-ago.tsx';
import type { Conflict, Decision } from './conflict.tsx';
import './conflict.css';
import { useSignedIn } from './session.tsx';

/** Renders both versions of the fields that were changed twice: the one of this tab, and the one of the service. */
export function ConflictDialog({
  conflict,
  onEnd,
}: {
  readonly conflict: Conflict;
  readonly onEnd: (decision: Decision) => void;
}): ReactElement {
  const { mine, theirs } = conflict;
  return (
    <Dialog title="This was changed meanwhile" open onClose={() => onEnd(undefined)}>
      <div className="stack">
        <Changer conflict={conflict} />
        <div className="conflict">
          {Object.keys(mine).map((field) => (
            <section key={field} aria-label={labelOf(field)}>
              <h3>{labelOf(field)}</h3>
              <dl>
                <dt>Yours</dt>
                <dd>{textOf(mine[field])}</dd>
                <dt>Theirs</dt>
                <dd>{textOf(theirs[field])}</dd>
              </dl>
            </section>
          ))}
        </div>
        <div className="row end">
          <Button onClick={() => onEnd('theirs')}>Take theirs</Button>
          <Button look="primary" onClick={() => onEnd('mine')}>
            Keep mine
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Renders who changed the thing and when, if the person may read the activity log. */
function Changer({ conflict: { space_id, id } }: { readonly conflict: Conflict }): ReactElement {
  const { spaces } = useSignedIn();
  const mayRead = spaces.find((space) => space.id === space_id)?.scopes.includes('agents:read') ?? false;
  const { data } = useQuery({
    queryKey: ['space', space_id, 'activity', 'list', 'conflict', id],
    queryFn: ({ signal }) => spaceClient(space_id).activity.list({ resource_id: id, changes: true, outcome: 'ok', limit: 1 }, { signal }),
    enabled: mayRead,
    staleTime: 0,
  });
  const line = data?.data[0];
  return (
    <p role="status">
      {line ? (
        <>
          {line.actor.name} changed this <TimeAgo at={line.created_at} />.
        </>
      ) : (
        'Someone changed this after you read it.'
      )}{' '}
      Choose the version that stays.
    </p>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}
