import { type ReactElement, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { faultsOf } from '../../api/faults.ts';
import { newIdempotencyKey } from '../../api/send.ts';
import { spaceClient } from '../../api/space-client.ts';
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
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const [draft, setDraft] = useState(newListenerDraft);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const isReady = draft.event_types.length > 0 && draft.url.trim() !== '';

  async function create(): Promise<void> {
    setBusy(true);
    setError(undefined);
    const { name, url, event_types } = draft;
    try {
      const { subscription, secret = '' } = await spaceClient(space.id).event_subscriptions.create(
        {
          kind: 'webhook',
          name: name.trim() === '' ? nameFrom(url) : name.trim(),
          url: url.trim(),
          event_types: [...event_types],
          filters: readFilters(draft),
        },
        { idempotency_key: idempotencyKey },
      );
      onCreated(subscription.id, secret);
    } catch (failure) {
      setError(failure);
      if (failure instanceof ApiError && failure.status >= 400 && failure.status < 500) setIdempotencyKey(newIdempotencyKey());
      setBusy(false);
    }
  }

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
