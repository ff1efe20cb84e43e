import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../../../api/space-client.ts';
import { useFormCall } from '../../../../api/use-form-call.ts';
import { Button } from '../../../../parts/button.tsx';
import { CopyButton } from '../../../../parts/copy-button.tsx';
import { TextField } from '../../../../parts/field.tsx';
import { ProblemNotice } from '../../../../parts/problem-notice.tsx';
import { useSpace } from '../../../../shell/session.tsx';
import type { Table, View } from '../../table/table.ts';
import { SelectField } from '../parts/select-field.tsx';

/** Props of the form of a new link. */
export interface ShareFormProps {
  readonly table: Table;
  readonly view: View;
  readonly onClose: () => void;
}

/** Renders the form of a new share link, then its address. */
export function ShareForm({ table, view, onClose }: ShareFormProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const shared = table.views.filter(({ personal }) => !personal);
  const [view_id, setView] = useState(view.personal ? (shared.find(({ is_default }) => is_default)?.id ?? '') : view.id);
  const [password, setPassword] = useState('');
  const [end, setEnd] = useState('');
  const [url, setUrl] = useState<string>();
  const { error, isBusy, faultOf, run } = useFormCall();

  const create = () =>
    run(async (idempotency_key) => {
      const args = {
        table_id: table.id,
        ...(view_id !== '' && { view_id }),
        ...(name.trim() !== '' && { name: name.trim() }),
        ...(password !== '' && { password }),
        ...(end !== '' && { expires_at: new Date(end).toISOString() }),
      };
      const link = await spaceClient(space.id).share_links.create(args, { idempotency_key });
      setUrl(link.url);
      setPassword('');
      await queries.invalidateQueries({ queryKey: ['space', space.id, 'share_links'] });
    });

  if (url !== undefined)
    return (
      <div className="notice good stack" role="status">
        <p className="title">The link is ready.</p>
        <p className="mono">{url}</p>
        <div className="row">
          <CopyButton text={url} label="Copy the link" hasText />
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    );
  return (
    <form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void create();
      }}
    >
      <div className="form-grid">
        <SelectField
          label="View"
          value={view_id}
          choices={shared.map(({ id, name: text }) => [id, text] as const)}
          help={view.personal ? 'A view that is only for you has no links. Make it shared first.' : undefined}
          fault={faultOf('view_id')}
          onChoose={setView}
        />
        <TextField
          label="Name"
          maxLength={200}
          placeholder="For our partners"
          help="For your list of links. Visitors do not see it."
          fault={faultOf('name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          minLength={8}
          maxLength={200}
          help="Optional, 8 characters at least"
          fault={faultOf('password')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <TextField
          label="Ends at"
          type="datetime-local"
          help="Optional, in the time zone of this browser"
          fault={faultOf('expires_at')}
          value={end}
          onChange={(event) => setEnd(event.target.value)}
        />
      </div>
      {error !== undefined && <ProblemNotice error={error} />}
      <div className="row end">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isBusy}>
          Create the link
        </Button>
      </div>
    </form>
  );
}
