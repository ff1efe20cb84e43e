import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { listMembers, type Member, removeMember } from '../../api/members.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { flag } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { canOpen } from '../../shell/navigation.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberTable } from './member-table.tsx';
import { membersQuery } from './members-query.ts';

const params = { invite: flag };

/** Renders the members of a Space, their roles, and its invitations. */
export function MembersScreen(): ReactElement {
  const space = useSpace();
  const [{ invite }, setParams] = useSearchParams(params);
  const isAdmin = canOpen(space, '', 'admin');
  const [removing, setRemoving] = useState<Member>();
  const { data, error, refetch } = useQuery({ queryKey: membersQuery(space.id), queryFn: () => listMembers(space.id) });
  return (
    <>
      <PageHead title="Members" about="People who can open this Space. Their role decides about their scopes.">
        {isAdmin && (
          <Button look="primary" onClick={() => setParams({ invite: true })}>
            <UserPlus size={16} aria-hidden="true" />
            Invite a person
          </Button>
        )}
      </PageHead>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data && <MemberTable members={data.data} onRemove={setRemoving} />}
      {isAdmin && <Invitations />}
      {isAdmin && invite && <InviteDialog onClose={() => setParams({ invite: undefined }, { replace: true })} />}
      {removing && <RemoveDialog member={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}

function RemoveDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  async function remove(): Promise<void> {
    await withConfirmation(() => removeMember(space.id, member.id));
    await queries.invalidateQueries({ queryKey: membersQuery(space.id) });
    sayDone(`${member.person.name} is no longer a member.`);
  }
  return (
    <ConfirmDialog
      title={`Remove ${member.person.name}?`}
      action="Remove the member"
      typed={member.person.email}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>Their access ends immediately. Keys that they created stay; revoke those that only they used.</p>
    </ConfirmDialog>
  );
}
