import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { listKeysOf, type Member, removeMember } from '../../api/members.ts';
import { spaceClient } from '../../api/space-client.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Tick } from '../../parts/tick.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { useSpace } from '../../shell/session.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';
import { keysOfMemberQuery, membersQuery } from './members-query.ts';

/** Renders the dialog that removes a member, and revokes those of their keys that are ticked. */
export function RemoveMemberDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isRemoved, setRemoved] = useState(false);
  const { data: keys, error } = useQuery({
    queryKey: keysOfMemberQuery(space.id, member.id),
    queryFn: ({ signal }) => listKeysOf(space.id, member.id, signal),
  });
  async function remove(): Promise<void> {
    if (!isRemoved) await withConfirmation(() => removeMember(space.id, member.id));
    // A revocation that fails is tried again without a second removal.
    setRemoved(true);
    for (const id of chosen) await spaceClient(space.id).settings.revoke_key({ id });
    await Promise.all([membersQuery(space.id), ['space', space.id, 'keys']].map((queryKey) => queries.invalidateQueries({ queryKey })));
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
      <p>Their access ends immediately. Keys that they created work until they are revoked.</p>
      {error && <ProblemNotice error={error} />}
      {keys && keys.length > 0 && (
        <fieldset className="stack">
          <legend>Also revoke</legend>
          {keys.map(({ id, name, hint }) => (
            <Tick
              key={id}
              label={`${name} (${hint})`}
              checked={chosen.includes(id)}
              onChange={(isChosen) => setChosen(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))}
            />
          ))}
        </fieldset>
      )}
    </ConfirmDialog>
  );
}
