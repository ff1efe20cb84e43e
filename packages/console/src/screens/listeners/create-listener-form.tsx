import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { useFormCall } from '../../api/use-form-call.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useSpace } from '../../shell/session.tsx';
import { EventTypePicker } from './event-type-picker.tsx';

/** Props of the form: it hands on the id of the webhook and its secret. */
export interface CreateListenerFormProps {
  readonly onCreated: (id: string, secret: string) => void;
  readonly onCancel: () => void;
}

/** Renders the form of a new webhook: its address, its name and its event types. */
export function CreateListenerForm({ onCreated, onCancel }: CreateListenerFormProps): ReactElement {
  const space = useSpace();
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const [types, setTypes] = useState<readonly string[]>([]);
  const { error, isBusy, faultOf, run } = useFormCall();

  const create = () =>
    run(async (idempotency_key) => {
      const { subscription, secret = '' } = await spaceClient(space.id).event_subscriptions.create(
        { kind: 'webhook', name: name.trim() === '' ? nameFrom(url) : name.trim(), url: url.trim(), event_types: [...types] },
        { idempotency_key },
      );
      onCreated(subscription.id, secret);
    });

  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && types.length > 0) void create();
      }}
    >
      <TextField
        label="Address"
        type="url"
        inputMode="url"
        placeholder="https://hooks.example.com/space"
        maxLength={2_048}
        required
        help="An https address that is reachable from the internet. It gets a signed POST for each event."
        fault={faultOf('url')}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <TextField
        label="Name"
        placeholder={nameFrom(url)}
        maxLength={200}
        help="To recognise the webhook by, such as the program that receives it"
        fault={faultOf('name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <EventTypePicker chosen={types} onChoose={setTypes} />
      {error !== undefined && <ProblemNotice error={error} />}
      <div className="row end">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isBusy || types.length === 0 || url.trim() === ''}>
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
