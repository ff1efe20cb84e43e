import { randomBytes } from 'node:crypto';
import { callInSpace, type Handlers, Json } from '@space/bus';
import {
  MAX_PAYMENT_INTEGRATIONS_PER_SPACE,
  type PaymentProvider,
  PREVIOUS_SECRET_HOURS,
  type paymentSettings,
} from '@space/contracts/commerce';
import { invalidFields, Problem } from '@space/contracts/core';
import { integrationIdOf } from '@space/contracts/integrations';
import { isoTime, newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { HOUR_MS } from '@space/time';
import { publicOrigin } from '@space/web';
import { CHECK_TIMEOUT_MS, checkNow } from '../connections/check-now.ts';
import { sealKey, sealSigning } from '../connections/connection-secrets.ts';
import type { Reporter } from '../connections/report.ts';
import { readWebhooksAgain } from '../inbox/inbox.queries.ts';
import type { PaymentAdapters } from '../provider-port/provider.ts';
import { ProviderError } from '../provider-port/provider.ts';
import { deletePulls, insertPulls } from '../pulls/pulls.queries.ts';
import { openBalances } from '../reconcile/opening.ts';
import {
  disconnect,
  findIntegration,
  insertConnection,
  listConnected,
  listIntegrations,
  lockConnections,
  replaceSecrets,
  type StoredIntegration,
} from './settings.queries.ts';

const SIGNING_SECRET_BYTES = 24;

/** The ports of the settings. */
export interface SettingsPorts extends Ports {
  readonly adapters: PaymentAdapters;
  readonly reporter: Reporter;
  readonly notifyPulls: () => void;
}

/** Creates the handlers that connect payment providers. Only an operator calls them; a secret is shown once, by the call that makes it. */
export function paymentSettingsHandlers(ports: SettingsPorts): Handlers<typeof paymentSettings> {
  const { bus, box, clock, config, database, adapters, reporter } = ports;
  const write = createWriter('commerce', ports);
  const origin = publicOrigin(config);

  const shown = (stored: StoredIntegration) => ({ ...stored, webhook_url: `${origin}/in/${stored.id}` });

  async function existing(space_id: string, id: string): Promise<StoredIntegration> {
    const found = await findIntegration(database, { space_id, id });
    if (!found) throw noIntegration(id);
    if (found.status === 'disconnected')
      throw new Problem('conflict', `The integration "${id}" is disconnected; connect the provider again.`);
    return found;
  }

  /** Reads the account of a key at the provider. Throws the problem of a key that the provider refuses. */
  async function accountOf(provider: PaymentProvider, key: string | undefined) {
    const create = adapters[provider].reader;
    if (!create || key === undefined) return null;
    const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    const reader = create(key, signal);
    try {
      const account = await reader.check();
      return { account, opening: await openBalances(reader, clock) };
    } catch (error) {
      throw error instanceof ProviderError ? refusalOf(error) : error;
    }
  }

  /** Throws unless a new key belongs to the account of a connection, in its mode. */
  async function assertSameAccount(space_id: string, id: string, provider: PaymentProvider, secret: string): Promise<void> {
    const read = adapters[provider].reader?.(secret, AbortSignal.timeout(CHECK_TIMEOUT_MS));
    const account = await read?.check().catch((error: unknown) => {
      throw error instanceof ProviderError ? refusalOf(error) : error;
    });
    const connected = (await listConnected(database, space_id)).find((one) => one.id === id);
    if (connected && (connected.account_id !== account?.id || connected.mode !== (adapters[provider].modeOf(secret) ?? connected.mode)))
      throw invalidFields([
        { path: 'secret', code: 'other_account', message: 'is a key of another account or mode; connect that account by itself' },
      ]);
  }

  function assertSecrets(
    provider: PaymentProvider,
    given: { readonly secret?: string | undefined; readonly webhook_secret?: string | undefined },
  ): void {
    const errors = adapters[provider].secretErrors(given);
    if (errors.length > 0) throw invalidFields(errors);
  }

  return {
    async connect(call) {
      const { space_id, provider, secret, name, test_starts_automations } = call.input;
      assertSecrets(provider, call.input);
      const spaceCall = await callInSpace(bus, call, space_id);
      const found = await accountOf(provider, secret);
      const id = integrationIdOf(newId('pmc'));
      const place = { space_id, id };
      const mode = adapters[provider].modeOf(secret) ?? call.input.mode ?? 'live';
      const made = provider === 'signed' ? `whsec_${randomBytes(SIGNING_SECRET_BYTES).toString('base64')}` : null;
      const signing = made ?? call.input.webhook_secret;
      const answer = await write.write(spaceCall, async function connectInTransaction(tx) {
        await lockConnections(tx, space_id);
        const connected = await listConnected(tx, space_id);
        if (connected.length >= MAX_PAYMENT_INTEGRATIONS_PER_SPACE)
          throw new Problem(
            'limit_reached',
            `A Space can have ${MAX_PAYMENT_INTEGRATIONS_PER_SPACE} connections to payment providers; disconnect one first.`,
          );
        const same = connected.find(
          (other) => found && other.provider === provider && other.mode === mode && other.account_id === found.account.id,
        );
        if (same)
          throw new Problem('conflict', `This account is connected already, as "${same.id}"; replace its secret with rotate-secret.`);
        const stored = await insertConnection(
          tx,
          {
            ...place,
            provider,
            mode,
            name: name ?? found?.account.label ?? DEFAULT_NAMES[provider],
            account_id: found?.account.id ?? null,
            account_label: found?.account.label ?? null,
            test_starts_automations,
            sealed_key: secret === undefined ? null : sealKey(box, place, secret),
            sealed_signing: signing === undefined ? null : sealSigning(box, place, signing),
            opened_at: found?.opening.at ?? null,
          },
          tx.now,
        );
        await found?.opening.store(tx, place);
        return { ...shown(stored), webhook_secret: made };
      });
      if (!call.dry_run) await reporter.sendStored(place);
      return answer;
    },

    async list(call) {
      const { space_id, ...input } = call.input;
      await callInSpace(bus, call, space_id);
      return new Json(await readPage(database, listIntegrations(space_id, origin, input)));
    },

    async check(call) {
      const { space_id, id } = call.input;
      await callInSpace(bus, call, space_id);
      await existing(space_id, id);
      const check = await checkNow(ports, space_id, id);
      if (check) await reporter.report({ space_id, id }, check);
      return shown(await existing(space_id, id));
    },

    async rotate_secret(call) {
      const { space_id, id, secret, webhook_secret } = call.input;
      const spaceCall = await callInSpace(bus, call, space_id);
      const { provider } = await existing(space_id, id);
      const isSigned = provider === 'signed';
      if (!isSigned && secret === undefined && webhook_secret === undefined)
        throw invalidFields([{ path: 'webhook_secret', code: 'required', message: 'secret or webhook_secret is required' }]);
      const errors = adapters[provider]
        .secretErrors({ secret, webhook_secret })
        .filter(({ path }) => isSigned || (path === 'secret' ? secret : webhook_secret) !== undefined);
      if (errors.length > 0) throw invalidFields(errors);
      if (secret !== undefined) await assertSameAccount(space_id, id, provider, secret);
      const place = { space_id, id };
      const made = isSigned ? `whsec_${randomBytes(SIGNING_SECRET_BYTES).toString('base64')}` : null;
      const signing = made ?? webhook_secret;
      return write.write(spaceCall, async function rotateInTransaction(tx) {
        const stored = await replaceSecrets(
          tx,
          place,
          {
            sealed_key: secret === undefined ? null : sealKey(box, place, secret),
            sealed_signing: signing === undefined ? null : sealSigning(box, place, signing),
            previous_until: isoTime(clock.now() + PREVIOUS_SECRET_HOURS * HOUR_MS),
          },
          tx.now,
        );
        if (!stored) throw noIntegration(id);
        return { ...shown(stored), webhook_secret: made };
      });
    },

    async sync(call) {
      const { space_id, id, starting_at } = call.input;
      const spaceCall = await callInSpace(bus, call, space_id);
      const { provider } = await existing(space_id, id);
      const answer = await write.write(spaceCall, async function syncInTransaction(tx) {
        await readWebhooksAgain(tx, space_id, id, starting_at);
        if (adapters[provider].reader)
          await insertPulls(tx, { space_id, id }, [
            { kind: 'events', reference: starting_at, due_at: tx.now },
            { kind: 'transactions', reference: starting_at, due_at: tx.now },
          ]);
        return { id, queued: true as const };
      });
      ports.notifyPulls();
      return answer;
    },

    async disconnect(call) {
      const { space_id, id } = call.input;
      const spaceCall = await callInSpace(bus, call, space_id);
      const answer = await write.write(spaceCall, async function disconnectInTransaction(tx) {
        await deletePulls(tx, { space_id, id });
        if (!(await disconnect(tx, { space_id, id }, tx.now))) throw noIntegration(id);
        return { id, deleted: true as const };
      });
      if (!call.dry_run) await reporter.sendStored({ space_id, id });
      return answer;
    },
  };
}

const DEFAULT_NAMES: Readonly<Record<PaymentProvider, string>> = { stripe: 'Stripe', paddle: 'Paddle', signed: 'Shop' };

const noIntegration = (id: string): Problem =>
  new Problem('not_found', `There is no payment integration "${id}" in this Space; GET /integrations lists them.`);

/** Returns the problem of a key that a provider did not accept, or of a provider that did not answer. */
function refusalOf({ code, message }: ProviderError): Problem {
  if (code === 'unreachable' || code === 'rate_limited' || code === 'bad_answer')
    return new Problem('unavailable', message, { retry_after_s: 5 });
  if (code === 'timeout') return new Problem('timeout', message);
  return invalidFields([{ path: 'secret', code, message }]);
}
