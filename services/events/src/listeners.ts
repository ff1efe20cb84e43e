import { type Handlers, Json } from '@space/bus';
import { DELIVERIES_DUE, type listeners, MAX_WEBHOOKS_PER_SPACE, notFound, Problem } from '@space/contracts';
import { mustMatch, newId, readPage } from '@space/database';
import type { Egress } from '@space/egress';
import { writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import {
  countWebhooks,
  deleteListener,
  findListener,
  insertListener,
  listenerPage,
  replaceSecret,
  updateListener,
} from './listeners.queries.ts';
import { newSigningSecret } from './signing-secret.ts';

/** Answers the event_subscriptions contract. */
export function listenerHandlers(ports: Ports, egress: Egress): Handlers<typeof listeners> {
  const { database, box, bus } = ports;
  const write = writer('events', ports);
  return {
    list: async ({ input, caller }) => new Json(await readPage(database, listenerPage(caller.space_id, input))),

    get: async ({ input, caller }) => {
      const row = await findListener(database, caller.space_id, input.id);
      if (!row) throw notFound('event subscription', input.id);
      return new Json(row.json, row.version, row.dead_run);
    },

    create: async (call) => {
      await egress.judge(call.input.url);
      const secret = newSigningSecret();
      return write.write(call, async (tx) => {
        if ((await countWebhooks(tx, call.caller.space_id)) >= MAX_WEBHOOKS_PER_SPACE)
          throw new Problem(
            'limit_reached',
            `This Space has ${MAX_WEBHOOKS_PER_SPACE} webhooks, which is the most it can have; delete one first.`,
          );
        const row = await insertListener(
          tx,
          { ...call.input, id: newId('lis'), space_id: call.caller.space_id, secret: box.seal(secret) },
          tx.now,
        );
        return withSecret(row.json, secret);
      });
    },

    update: async (call) => {
      const { id, ...change } = call.input;
      if (change.url !== undefined) await egress.judge(change.url);
      const answer = await write.write(call, async (tx) => {
        const row = await lockListener(tx, call.caller.space_id, id, call.if_version);
        if (Object.values(change).every((value) => value === undefined)) return new Json(row.json, row.version);
        const after = await updateListener(tx, call.caller.space_id, id, change, tx.now);
        return new Json(after.json, after.version);
      });
      if (change.enabled) bus.publish(DELIVERIES_DUE, new Uint8Array());
      return answer;
    },

    delete: (call) =>
      write.write(call, async (tx) => {
        await lockListener(tx, call.caller.space_id, call.input.id, call.if_version);
        await deleteListener(tx, call.caller.space_id, call.input.id);
        return { id: call.input.id, deleted: true as const };
      }),

    rotate_secret: (call) =>
      write.write(call, async (tx) => {
        await lockListener(tx, call.caller.space_id, call.input.id, null);
        const secret = newSigningSecret();
        const row = await replaceSecret(tx, call.caller.space_id, call.input.id, box.seal(secret), tx.now);
        return withSecret(row.json, secret);
      }),
  };
}

async function lockListener(tx: CommonQueryMethods, space: string, id: string, version: readonly number[] | null) {
  const row = await findListener(tx, space, id, true);
  if (!row) throw notFound('event subscription', id);
  mustMatch(version, row.version);
  return row;
}

const withSecret = (subscription: string, secret: string) =>
  new Json<never>(`{"subscription":${subscription},"secret":${JSON.stringify(secret)}}`);
