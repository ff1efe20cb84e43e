import { scheduledCall } from '@space/bus';
import { paymentWebhooks } from '@space/contracts/commerce';
import type { EmittedBy } from '@space/contracts/core';
import type { Transaction, Writer } from '@space/event-log';
import { type Connection, connectionActor } from './connection.ts';

const { receive } = paymentWebhooks.operations;

/** A transaction of the work that follows from what a provider says; it emits every event of commerce. */
export type OrderTransaction = Transaction<EmittedBy<typeof receive>>;

/** Returns the call on whose behalf work of a connection is done. */
export const connectionCall = (connection: Pick<Connection, 'space_id' | 'id' | 'name'>) =>
  scheduledCall(
    'payment_webhooks.receive',
    receive,
    { space_id: connection.space_id, actor: connectionActor(connection) },
    {
      id: connection.id,
      headers: {},
      raw_body: '',
    },
  );

/** Runs a change of a connection in a transaction that emits its events. */
export async function writeForConnection(
  write: Writer,
  connection: Pick<Connection, 'space_id' | 'id' | 'name'>,
  change: (tx: OrderTransaction) => Promise<void>,
): Promise<void> {
  await write.write(connectionCall(connection), async (tx) => {
    await change(tx);
    return { status: 200, headers: {}, body: '' };
  });
}
