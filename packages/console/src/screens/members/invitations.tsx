import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type Invitation, listInvitations, revokeInvitation } from '../../api/members.ts';
import { Button } from '../../parts/button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { sayDone, sayFailed } from '../../parts/toast.tsx';
import { useSpace } from '../../shell/session.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';
import { invitationsQuery } from './members-query.ts';
import { roleLabel } from './roles.ts';

/** Renders the invitations that are still open; nothing without one. */
export function Invitations(): ReactElement | null {
  const space = useSpace();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: invitationsQuery(space.id),
    queryFn: ({ signal }) => listInvitations(space.id, signal),
  });
  const now = Date.now();
  const open = data?.filter((one) => !one.accepted_at && !one.revoked_at && Date.parse(one.expires_at) > now) ?? [];
  async function revoke({ id }: Invitation): Promise<void> {
    try {
      await withConfirmation(() => revokeInvitation(space.id, id));
      await queries.invalidateQueries({ queryKey: invitationsQuery(space.id) });
      sayDone('The invitation is revoked.', 'Its link no longer works.');
    } catch (failure) {
      sayFailed(failure);
    }
  }
  if (error) return <ProblemNotice error={error} onRetry={refetch} />;
  if (open.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="invitations">
      <h2 id="invitations">Open invitations</h2>
      <div className="table-box cards">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">For</th>
              <th scope="col">Role</th>
              <th scope="col">Created</th>
              <th scope="col">Ends</th>
              <th scope="col">
                <span className="hidden-text">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {open.map((invitation) => (
              <tr key={invitation.id}>
                <td className="first">{invitation.email ?? 'The first person who opens the link'}</td>
                <td data-label="Role">{roleLabel(invitation.role)}</td>
                <td data-label="Created">
                  <TimeAgo at={invitation.created_at} />
                </td>
                <td data-label="Ends">
                  <TimeAgo at={invitation.expires_at} />
                </td>
                <td className="bare end">
                  <Button small look="danger" onClick={() => void revoke(invitation)}>
                    Revoke
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
