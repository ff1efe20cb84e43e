import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { faultsOf } from '../../api/faults.ts';
import { useFormCall } from '../../api/use-form-call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { makeChange } from '../../shell/change.ts';
import { useSpace } from '../../shell/session.tsx';
import type { ListenerVersion } from '../listening/listener.ts';
import { changeOf, type ListenerDraft, listenerDraftOf } from './listener-draft.ts';
import { ListenerFields } from './listener-fields.tsx';

/** Renders the dialog that edits a listener. The change is based on the version that it opened with. */
export function EditListenerDialog({ onClose, ...given }: ListenerVersion & { readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [{ listener, etag }] = useState(given);
  const [draft, setDraft] = useState<ListenerDraft>(() => listenerDraftOf(listener));
  const { error, isBusy, run } = useFormCall();
  const { id, kind } = listener;
  const change = changeOf(draft, listener);
  const isReady = change !== undefined && draft.name.trim() !== '' && draft.event_types.length > 0;
  const save = () =>
    run(async () => {
      await makeChange(queries, {
        space_id: space.id,
        contract: 'event_subscriptions',
        name: 'update',
        path: { id },
        ...change!,
        etag,
        said: `“${draft.name.trim()}” is saved.`,
      });
      onClose();
    });
  return (
    <Dialog title="Edit the listener" open look="wide" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && isReady) void save();
        }}
      >
        <ListenerFields
          draft={draft}
          hasAddress={kind === 'webhook'}
          faultOf={faultsOf(error)}
          onChange={(changed) => setDraft({ ...draft, ...changed })}
        />
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <SameCall contract="event_subscriptions" name="update" args={{ id, ...change?.fields }} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || !isReady}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
