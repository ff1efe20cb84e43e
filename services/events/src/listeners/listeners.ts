import { type Handlers, Json } from '@space/bus';
import { assertAll, DELIVERIES_DUE, fieldErrorsOf, notFound, Problem } from '@space/contracts/core';
import { type listeners, subscriptionCreated, subscriptionUpdated } from '@space/contracts/events';
import { newId, readPage } from '@space/database';
import type { Egress } from '@space/egress';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import {
  addListener,
  changeListener,
  lockListener,
  removeListener,
  subscriptionCreatedData,
  subscriptionData,
} from './listener-changes.ts';
import { assertChange, assertNewFilters } from './listener-filters.ts';
import { findListener, listListeners, replaceSecret } from './listeners.queries.ts';
import { newSigningSecret } from './signing-secret.ts';

/** Returns the handlers of the contract `event_subscriptions`. An invalid webhook gets the error of its URL too. */
export function createListenerHandlers(ports: Ports, egress: Egress): Handlers<typeof listeners> {
  const handlers = createHandlers(ports, egress);
  const findMoreErrors = async ({ url }: Readonly<Record<string, unknown>>) =>
    typeof url === 'string' ? ((await egress.validateUrl(url).catch(fieldErrorsOf)) ?? []) : [];
  return {
    ...handlers,
    create: Object.assign(handlers.create, { findMoreErrors }),
    update: Object.assign(handlers.update, { findMoreErrors }),
  };
}

function createHandlers(ports: Ports, egress: Egress): Handlers<typeof listeners> {
  const { database, box, bus } = ports;
  const writer = createWriter('events', ports);
  return {
    async list({ input, caller }) {
      return new Json(await readPage(database, listListeners(caller.space_id, input)));
    },

    async get({ input, caller }) {
      const row = await findListener(database, caller.space_id, input.id);
      if (!row) throw notFound('event subscription', input.id);
      return new Json(row.json, row.version, row.consecutive_dead_deliveries);
    },

    async create(call) {
      const { url = null, ...input } = call.input;
      await assertAll([url === null ? undefined : egress.validateUrl(url), assertNewFilters(ports, call, input)]);
      const secret = input.kind === 'webhook' ? newSigningSecret() : undefined;
      return writer.write(call, async (tx) => {
        const row = { ...input, url, id: newId('lis'), secret: secret === undefined ? null : box.seal(secret), batch_minutes: null };
        const { json, listener } = await addListener(tx, call.caller, row, tx.now);
        tx.emit(subscriptionCreated, subscriptionCreatedData(listener));
        return withSecret(json, secret);
      });
    },

    async update(call) {
      const { id, ...change } = call.input;
      await assertAll([change.url === undefined ? undefined : egress.validateUrl(change.url), assertChange(ports, call, id, change)]);
      const answer = await writer.write(call, async (tx) =>
        changeListener(tx, await lockListener(tx, call.caller, id, call.if_version), call.caller.space_id, change),
      );
      if (change.enabled) bus.publish(DELIVERIES_DUE, new Uint8Array());
      return answer;
    },

    delete(call) {
      return writer.write(call, async (tx) => {
        const { listener } = await lockListener(tx, call.caller, call.input.id, call.if_version);
        return removeListener(tx, listener, call.caller.space_id);
      });
    },

    rotate_secret(call) {
      return writer.write(call, async (tx) => {
        const { listener } = await lockListener(tx, call.caller, call.input.id, null);
        if (listener.kind !== 'webhook')
          throw new Problem('conflict', `Only webhooks have a signing secret; this event subscription is of kind ${listener.kind}.`);
        const secret = newSigningSecret();
        const row = await replaceSecret(tx, call.caller.space_id, listener.id, box.seal(secret), tx.now);
        tx.emit(subscriptionUpdated, { ...subscriptionData(listener), changed: ['secret'], enabled: listener.enabled });
        return withSecret(row.json, secret);
      });
    },
  };
}

const withSecret = (subscription: string, secret: string | undefined) =>
  new Json<never>(`{"subscription":${subscription}${secret === undefined ? '' : `,"secret":${JSON.stringify(secret)}`}}`);
