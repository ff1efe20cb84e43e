import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type Member, updateMember } from '../../api/members.ts';
import { PERSON_KEY } from '../../api/person.ts';
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/select.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { sayFailed } from '../../parts/toast.tsx';
import { useSpace } from '../../shell/session.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';
import { pushUndo } from '../../shell/undo.ts';
import { membersQuery } from './members-query.ts';
import { canChange, roleLabel, roles } from './roles.ts';

/** Renders the members; an owner changes their roles here. */
export function MemberTable({
  members,
  onRemove,
}: {
  readonly members: readonly Member[];
  readonly onRemove: (member: Member) => void;
}): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  async function change(member: Member, change: Parameters<typeof updateMember>[2]): Promise<void> {
    try {
      await withConfirmation(() => updateMember(space.id, member.id, change));
      await queries.invalidateQueries({ queryKey: membersQuery(space.id) });
      if (member.id === space.member_id) await queries.invalidateQueries({ queryKey: PERSON_KEY });
      pushUndo({
        said: `The role of ${member.person.name} is changed.`,
        undo: async () => {
          const { role, may_run } = member;
          await withConfirmation(() => updateMember(space.id, member.id, { role, may_run }));
          await queries.invalidateQueries({ queryKey: membersQuery(space.id) });
        },
      });
    } catch (failure) {
      sayFailed(failure);
    }
  }
  const isOwner = canChange(space.role);
  return (
    <div className="table-box cards">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Role</th>
            <th scope="col">Publishes and runs</th>
            <th scope="col">Since</th>
            {isOwner && (
              <th scope="col">
                <span className="hidden-text">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.id}>
              <td className="first">
                <span className="cut">
                  {member.person.name}
                  {member.id === space.member_id && <span className="soft"> (you)</span>}
                </span>
                <span className="cut soft">{member.person.email}</span>
              </td>
              <td data-label="Role">
                {isOwner ? (
                  <Select
                    label={`Role of ${member.person.name}`}
                    value={member.role}
                    choices={roles.map(([role, label]) => [role, label] as const)}
                    onChoose={(role) => void change(member, { role })}
                  />
                ) : (
                  roleLabel(member.role)
                )}
              </td>
              <td data-label="Publishes and runs">{runText(member, isOwner, (may_run) => void change(member, { may_run }))}</td>
              <td data-label="Since">
                <TimeAgo at={member.created_at} />
              </td>
              {isOwner && (
                <td className="bare end">
                  {member.id !== space.member_id && (
                    <Button small look="danger" onClick={() => onRemove(member)}>
                      Remove<span className="hidden-text"> {member.person.name}</span>
                    </Button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Renders if a member may run things: only the role "member" has the choice. */
function runText({ role, may_run, person }: Member, isOwner: boolean, onChange: (may_run: boolean) => void): ReactElement {
  if (role !== 'member' || !isOwner) return <span>{role === 'viewer' || (role === 'member' && !may_run) ? 'No' : 'Yes'}</span>;
  return (
    <label className="tick">
      <input type="checkbox" checked={may_run} onChange={(event) => onChange(event.target.checked)} />
      <span className="hidden-text">{person.name} may publish and run</span>
    </label>
  );
}
