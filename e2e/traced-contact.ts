import { randomBytes } from 'node:crypto';
import { createClient } from '@space/client';
import { scopes } from '@space/contracts/core';
import { startReceiver } from '@space/runtime/testing';

/** A profile that is traced. */
interface Traced {
  readonly base_url: string;
  readonly operator_token: string;
}

/** A trace as its caller knows it. */
export interface CallersTrace {
  readonly trace_id: string;
  readonly span_id: string;
}

/** Creates a contact within a trace of the caller, in a Space with a webhook, and waits until the webhook has received it. */
export async function createTracedContact({ base_url, operator_token }: Traced): Promise<CallersTrace> {
  const { settings } = createClient({ base_url, api_key: operator_token });
  const { id: space_id } = await settings.create_space({ name: 'Traced' });
  const { api_key } = await settings.create_key({ space_id, scopes: [...scopes] });
  const receiver = await startReceiver();
  const received = new Promise<void>((resolve) => {
    receiver.answer((_request, response) => {
      response.writeHead(204).end();
      resolve();
    });
  });
  await createClient({ base_url, api_key }).event_subscriptions.create({
    kind: 'webhook',
    name: 'Traced',
    url: receiver.url,
    event_types: ['*'],
  });
  const [trace_id, span_id] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  await fetch(`${base_url}/contacts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json', traceparent: `00-${trace_id}-${span_id}-01` },
    body: JSON.stringify({ name: 'Ada Lovelace', email: 'ada@example.com' }),
  });
  await received;
  await receiver.close();
  return { trace_id, span_id };
}
