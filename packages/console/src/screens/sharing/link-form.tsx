import { type ReactElement, type ReactNode, useState } from 'react';
import { useFormCall } from '../../api/use-form-call.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import type { NewLink } from './public-link.ts';

/** Props of the form of a new link: its further fields, the call that creates it, and its end. */
export interface LinkFormProps {
  readonly fields?: ((faultOf: (path: string) => string | undefined) => ReactNode) | undefined;
  readonly onCreate: (link: NewLink, idempotency_key: string) => Promise<{ readonly url: string }>;
  readonly onClose: () => void;
}

/** Renders the form of a new public link, then its address. */
export function LinkForm({ fields, onCreate, onClose }: LinkFormProps): ReactElement {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [end, setEnd] = useState('');
  const [url, setUrl] = useState<string>();
  const { error, isBusy, faultOf, run } = useFormCall();

  const create = () =>
    run(async (idempotency_key) => {
      const link = {
        ...(name.trim() !== '' && { name: name.trim() }),
        ...(password !== '' && { password }),
        ...(end !== '' && { expires_at: new Date(end).toISOString() }),
      };
      setUrl((await onCreate(link, idempotency_key)).url);
      setPassword('');
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
        {fields?.(faultOf)}
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
