import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { makeChange } from '../../shell/change.ts';
import { useSpace } from '../../shell/session.tsx';
import type { ListenerVersion } from '../listening/listener.ts';

/** Renders the dialog that renames a listener. The change is based on the version that it opened with. */
export function RenameDialog({ onClose, ...given }: ListenerVersion & { readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [{ listener, etag }] = useState(given);
  const [text, setText] = useState(listener.name);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const name = text.trim();
  async function rename(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await makeChange(queries, {
        space_id: space.id,
        contract: 'event_subscriptions',
        name: 'update',
        path: { id: listener.id },
        fields: { name },
        before: { name: listener.name },
        etag,
        said: `The listener is named “${name}”.`,
      });
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  }
  return (
    <Dialog title="Rename the listener" open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && name !== '') void rename();
        }}
      >
        <TextField label="Name" maxLength={200} value={text} onChange={(event) => setText(event.target.value)} />
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || name === ''}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
