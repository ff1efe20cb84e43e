import { type ReactElement, useState } from 'react';
import { faultsOf } from '../../api/faults.ts';
import { spaceClient } from '../../api/space-client.ts';
import { useFormCall } from '../../api/use-form-call.ts';
import { Button } from '../../parts/button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useSpace } from '../../shell/session.tsx';
import { newListenerDraft, readFilters } from './listener-draft.ts';
import { ListenerFields } from './listener-fields.tsx';

/** Props of the form: it hands on the id of the webhook and its secret. */
export interface CreateListenerFormProps {
  readonly onCreated: (id: string, secret: string) => void;
  readonly onCancel: () => void;
}

/** Renders the form of a new webhook: its address, its name, its event types and their filters. */
export function CreateListenerForm({ onCreated, onCancel }: CreateListenerFormProps): ReactElement {
  const space = useSpace();
  const [draft, setDraft] = useState(newListenerDraft);
  const { error, isBusy, run } = useFormCall();
  const isReady = draft.event_types.length > 0 && draft.url.trim() !== '';

  const create = () =>
    run(async (idempotency_key) => {
      const { name, url, event_types } = draft;
      const { subscription, secret = '' } = await spaceClient(space.id).event_subscriptions.create(
        {
          kind: 'webhook',
          name: name.trim() === '' ? nameFrom(url) : name.trim(),
          url: url.trim(),
          event_types: [...event_types],
          filters: readFilters(draft),
        },
        { idempotency_key },
      );
      onCreated(subscription.id, secret);
    });

  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && isReady) void create();
      }}
    >
      <ListenerFields
        draft={draft}
        hasAddress
        namePlaceholder={nameFrom(draft.url)}
        faultOf={faultsOf(error)}
        onChange={(changed) => setDraft({ ...draft, ...changed })}
      />
      {error !== undefined && <ProblemNotice error={error} />}
      <div className="row end">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isBusy || !isReady}>
          Create the webhook
        </Button>
      </div>
    </form>
  );
}

/** Returns the host of an address as a name. */
function nameFrom(url: string): string {
  return URL.parse(url)?.hostname || 'Webhook';
}
