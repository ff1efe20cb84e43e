import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { createInvitation } from '../../api/members.ts';
import type { Role } from '../../api/person.ts';
import { useFormCall } from '../../api/use-form-call.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Choices, TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useSpace } from '../../shell/session.tsx';
import { withConfirmation } from '../../shell/step-up.tsx';
import { invitationsQuery } from './members-query.ts';
import { givableRoles, roleLabel, roles } from './roles.ts';

/** Renders the dialog that creates an invitation and shows its link once. The link lives only in this part. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [url, setUrl] = useState<string>();
  return url === undefined ? (
    <Dialog title="Invite a person" open onClose={onClose}>
      <InviteForm onCreated={setUrl} onCancel={onClose} />
    </Dialog>
  ) : (
    <Dialog title="Send this link" open onClose={onClose} isDismissible={false}>
      <div className="stack">
        <p>The link works once, for seven days. Send it over a way that only this person reads; it is not shown again.</p>
        <p className="secret" data-secret="true">
          {url}
        </p>
        <div className="row end">
          <CopyButton text={url} label="Copy the link" hasText />
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function InviteForm({ onCreated, onCancel }: { readonly onCreated: (url: string) => void; readonly onCancel: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const { error, isBusy, faultOf, run } = useFormCall();
  const create = () =>
    run(async (idempotency_key) => {
      const invitation = { role, ...(email.trim() !== '' && { email: email.trim() }) };
      const { url } = await withConfirmation(() => createInvitation(space.id, invitation, idempotency_key));
      await queries.invalidateQueries({ queryKey: invitationsQuery(space.id) });
      onCreated(url);
    });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void create();
      }}
    >
      <TextField
        label="E-mail address"
        type="email"
        help="Optional: only this address can then use the link. The link is not sent; you copy it."
        fault={faultOf('email')}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Choices
        legend="Role"
        name="role"
        value={role}
        choices={givableRoles(space.role).map((one) => [one, roleLabel(one)] as const)}
        onChoose={setRole}
        help={roles.find(([one]) => one === role)?.[2]}
      />
      {error !== undefined && <ProblemNotice error={error} />}
      <div className="row end">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isBusy}>
          Create the link
        </Button>
      </div>
    </form>
  );
}
