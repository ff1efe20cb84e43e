import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { listMembers, type Member } from '../../api/members.ts';
import { Button } from '../../parts/button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { flag } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { canOpen } from '../../shell/navigation.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberTable } from './member-table.tsx';
import { membersQuery } from './members-query.ts';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';

const params = { invite: flag };

/** Renders the members of a Space, their roles, and its invitations. */
export function MembersScreen(): ReactElement {
  const space = useSpace();
  const [{ invite }, setParams] = useSearchParams(params);
  const isAdmin = canOpen(space, '', 'admin');
  const [removing, setRemoving] = useState<Member>();
  const { data, error, refetch } = useQuery({ queryKey: membersQuery(space.id), queryFn: ({ signal }) => listMembers(space.id, signal) });
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
      {data && <MemberTable members={data} onRemove={setRemoving} />}
      {isAdmin && <Invitations />}
      {isAdmin && invite && <InviteDialog onClose={() => setParams({ invite: undefined }, { replace: true })} />}
      {removing && <RemoveMemberDialog member={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}
