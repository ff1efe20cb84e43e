import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { sayDone, sayFailed } from '../../parts/toast.tsx';
import { useSpace } from '../../shell/session.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';
import type { Key } from './key-table.tsx';

/** Renders the clients of OAuth that act with a key, each with a button that ends its access. */
export function GrantsDialog({ keyOfGrants, onClose }: { readonly keyOfGrants: Key; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const queryKey = ['space', space.id, 'keys', 'grants', keyOfGrants.id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => spaceClient(space.id).settings.list_grants({ key_id: keyOfGrants.id }),
  });
  const [ending, setEnding] = useState<string>();
  async function end(id: string, name: string): Promise<void> {
    setEnding(id);
    try {
      await withConfirmation(() => spaceClient(space.id).settings.revoke_grant({ id }));
      await queries.invalidateQueries({ queryKey });
      sayDone(`The access of “${name}” has ended.`);
    } catch (failure) {
      sayFailed(failure);
    } finally {
      setEnding(undefined);
    }
  }
  return (
    <Dialog title={`OAuth access with “${keyOfGrants.name}”`} open onClose={onClose}>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data?.data.length === 0 && <p>No client has access with this key over OAuth.</p>}
      <ul className="stack">
        {data?.data.map((grant) => (
          <li key={grant.id} className="card row">
            <div>
              <p>{grant.client_name}</p>
              <p className="soft">
                {grant.scopes.length} scopes, last refreshed <TimeAgo at={grant.refreshed_at} />
              </p>
            </div>
            {grant.revoked_at === null ? (
              <Button small look="danger" disabled={ending !== undefined} onClick={() => void end(grant.id, grant.client_name)}>
                End the access
              </Button>
            ) : (
              <span className="badge bad">✕ ended</span>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
