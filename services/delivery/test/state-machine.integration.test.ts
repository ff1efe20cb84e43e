import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { verifyWebhook } from '@space/client/webhooks';
import { contracts } from '@space/contracts/catalog';
import { DELIVERIES_DUE } from '@space/contracts/core';
import { DEAD_DELIVERIES_BEFORE_DISABLE, RETRY_DELAYS_MINUTES } from '@space/contracts/events';
import { sql } from '@space/database';
import { eventually, randomRuns, type TestServices } from '@space/runtime/testing';
import { MINUTE_MS } from '@space/time';
import fc from 'fast-check';
import { z } from 'zod';
import { createWebhookSpace, startWebhooks, type WebhookSpace } from './fixtures/webhooks.ts';

/** More would not all be attempted concurrently, and then their order would matter. */
const MAX_LIVE = 8;

type Answer = 200 | 500 | 410 | 'in ten minutes';

interface ModelDelivery {
  status: 'pending' | 'retrying' | 'succeeded' | 'dead' | 'skipped';
  attempts: number;
  round_start: number;
  next: number | null;
}

/** The expected state, derived from the contract (clauses W6 and W7, 410, Retry-After and recovery). */
interface Model {
  now: number;
  deliveries: ModelDelivery[];
  enabled: boolean;
  consecutive_dead_deliveries: number;
  answer: Answer;
}

/** The system under test: the services on Postgres with a clock that stands still, and a receiver. */
interface Real {
  readonly space: WebhookSpace;
  readonly startedAt: number;
  secret: string;
  verified: number;
}

/** The statuses that the runs reached, printed with the seed. */
const reached = new Set<string>();
const isAllReached = (): boolean =>
  ['dead', 'retrying', 'succeeded'].every((status) => reached.has(status)) && [...reached].some((name) => name.startsWith('disabled'));
/** Repetitions of the runs at most, each with another seed. */
const MAX_ROUNDS = 5;

const live = (model: Readonly<Model>) => model.deliveries.filter(({ next }) => next !== null).length;

/** Makes every due attempt of the model. */
function attemptDue(model: Model): void {
  if (!model.enabled) return;
  const due = model.deliveries.filter(({ next }) => next !== null && next <= model.now);
  for (const delivery of due) {
    delivery.attempts += 1;
    const minutes = RETRY_DELAYS_MINUTES[delivery.attempts - delivery.round_start - 1];
    const delay =
      minutes === undefined || model.answer === 410 ? null : model.answer === 'in ten minutes' ? Math.max(10, minutes) : minutes;
    delivery.next = model.answer === 200 || delay === null ? null : model.now + delay * MINUTE_MS;
    delivery.status = model.answer === 200 ? 'succeeded' : delay === null ? 'dead' : 'retrying';
    if (delivery.status === 'succeeded') model.consecutive_dead_deliveries = 0;
    if (delivery.status === 'dead') model.consecutive_dead_deliveries += 1;
    reached.add(delivery.status);
    if (delivery.status !== 'dead' || (model.answer !== 410 && model.consecutive_dead_deliveries < DEAD_DELIVERIES_BEFORE_DISABLE))
      continue;
    model.enabled = false;
    reached.add(model.answer === 410 ? 'disabled by 410' : 'disabled by fifteen dead deliveries');
  }
}

function requeue(model: Model, delivery: ModelDelivery): void {
  Object.assign(delivery, { status: 'pending', round_start: delivery.attempts, next: model.now });
}

let services: TestServices;
beforeAll(async () => {
  services = await startWebhooks();
});
afterAll(() => services.stop());

const notifyDispatcher = (): void => services.ports.bus.publish(DELIVERIES_DUE, new Uint8Array());

/** Waits until no attempt is in progress and none that can be made is due. */
const waitUntilIdle = () =>
  eventually(async () => {
    const now = new Date(services.ports.clock.now()).toISOString();
    const busy = await services.ports.database.oneFirst(sql.type(z.object({ count: z.number() }))`
      select count(*) from events.delivery as d join events.listener as l on l.id = d.listener_id
      where d.next_attempt_at is not null and (d.lease is not null or (l.enabled and d.next_attempt_at <= ${now}::timestamptz))`);
    expect(busy).toBe(0);
  });

/** Compares the system under test with the model. */
async function compare(model: Model, real: Real): Promise<void> {
  const { space } = real;
  await waitUntilIdle();
  const log = await space.call(contracts.deliveries, 'list', { id: space.id, limit: 200 });
  expect(
    log.data.toReversed().map(({ status, attempts, next_attempt_at }) => ({
      status,
      attempts: attempts.length,
      next: next_attempt_at && Date.parse(next_attempt_at),
    })),
  ).toEqual(model.deliveries.map(({ status, attempts, next }) => ({ status, attempts, next })));
  const listener = await space.call(contracts.listeners, 'get', { id: space.id });
  expect(listener).toMatchObject({ enabled: model.enabled, consecutive_dead_deliveries: model.consecutive_dead_deliveries });
  expect(listener.disabled_reason === null).toBe(model.enabled);
  for (const received of space.receiver.received.slice(real.verified))
    await verifyWebhook(received, real.secret, { now: Number(received.headers['webhook-timestamp']) * 1_000 });
  real.verified = space.receiver.received.length;
}

/** A command of a run: its precondition, and its effect on the model and on the system under test. */
class Step implements fc.AsyncCommand<Model, Real> {
  readonly #name: string;
  readonly #can: (model: Readonly<Model>) => boolean;
  readonly #act: (model: Model, real: Real) => Promise<unknown>;

  constructor(name: string, can: (model: Readonly<Model>) => boolean, act: (model: Model, real: Real) => Promise<unknown>) {
    this.#name = name;
    this.#can = can;
    this.#act = act;
  }

  check(model: Readonly<Model>): boolean {
    return this.#can(model);
  }

  async run(model: Model, real: Real): Promise<void> {
    await this.#act(model, real);
    attemptDue(model);
    await compare(model, real);
  }

  toString(): string {
    return this.#name;
  }
}

const always = () => true;

const createContact = new Step(
  'a contact is created',
  (model) => live(model) < MAX_LIVE && model.deliveries.length < 150,
  async (model, { space }) => {
    await space.createContact();
    model.deliveries.push(
      model.enabled
        ? { status: 'pending', attempts: 0, round_start: 0, next: model.now }
        : { status: 'skipped', attempts: 0, round_start: 0, next: null },
    );
    await eventually(async () =>
      expect((await space.call(contracts.deliveries, 'list', { id: space.id, limit: 200 })).data).toHaveLength(model.deliveries.length),
    );
  },
);

/** Creates so many deliveries that the webhook is disabled when two such groups die. */
const createEightContacts = new Step(
  'eight contacts are created',
  (model) => live(model) === 0 && model.deliveries.length < 140,
  async (model, real) => {
    for (let count = 0; count < MAX_LIVE; count += 1) await createContact.run(model, real);
  },
);

const answer = (next: Answer) =>
  new Step(`the receiver answers ${next}`, always, async (model, { space }) => {
    model.answer = next;
    space.receiver.answer((_request, response) =>
      next === 'in ten minutes' ? response.writeHead(503, { 'retry-after': '600' }).end() : response.writeHead(next).end(),
    );
  });

async function pass(model: Model, minutes: number): Promise<void> {
  services.ports.clock.advance(minutes * MINUTE_MS);
  model.now += minutes * MINUTE_MS;
  notifyDispatcher();
}

const wait = (minutes: number) => new Step(`${minutes} minutes pass`, always, (model) => pass(model, minutes));

const enable = new Step('the webhook is enabled', always, async (model, { space }) => {
  await space.call(contracts.listeners, 'update', { id: space.id, enabled: true });
  Object.assign(model, { enabled: true, consecutive_dead_deliveries: 0 });
});

const disable = new Step('the webhook is disabled', always, async (model, { space }) => {
  await space.call(contracts.listeners, 'update', { id: space.id, enabled: false });
  model.enabled = false;
});

const rotate = new Step('the secret is rotated', always, async (_model, real) => {
  real.secret = (await real.space.call(contracts.listeners, 'rotate_secret', { id: real.space.id })).secret;
});

const resend = (nth: number) =>
  new Step(
    `the delivery ${nth} from the end is resent`,
    (model) => model.deliveries.length > nth && live(model) < MAX_LIVE,
    async (model, { space }) => {
      const { data } = await space.call(contracts.deliveries, 'list', { id: space.id, limit: 200 });
      await space.call(contracts.deliveries, 'resend', { id: space.id, delivery_id: data[nth]!.delivery_id });
      requeue(model, model.deliveries.at(-1 - nth)!);
    },
  );

const recoverable = (model: Readonly<Model>) => model.deliveries.filter(({ status }) => status === 'dead' || status === 'skipped');

const recover = new Step(
  'missed deliveries are recovered',
  (model) => model.enabled && recoverable(model).length > 0 && recoverable(model).length + live(model) <= MAX_LIVE && model.now > 0,
  async (model, { space, startedAt }) => {
    // Events of the current millisecond are not in the past yet.
    await pass(model, 0);
    services.ports.clock.advance(1);
    model.now += 1;
    const ask = { id: space.id, since: new Date(startedAt - 1).toISOString(), statuses: ['dead', 'missed'] as ('dead' | 'missed')[] };
    const missing = recoverable(model);
    const { total, recovery } = await space.call(contracts.deliveries, 'recover', ask);
    expect(total).toBe(missing.length);
    await eventually(async () =>
      expect(await space.call(contracts.deliveries, 'get_recovery', { id: space.id, recovery_id: recovery!.id })).toMatchObject({
        status: 'done',
        queued: total,
      }),
    );
    for (const delivery of missing) requeue(model, delivery);
  },
);

/** Lets every unfinished delivery die. */
const die = new Step(
  'all deliveries die',
  (model) => model.enabled && live(model) > 0,
  async (model, real) => {
    await answer(500).run(model, real);
    for (let round = 0; round < RETRY_DELAYS_MINUTES.length + 1 && model.enabled; round += 1) {
      await pass(model, 721);
      attemptDue(model);
      await waitUntilIdle();
    }
  },
);

const commandsOf = (...steps: Step[]) => steps.map((step) => fc.constant(step));

test('deliveries and the webhook follow the state machine under random commands', async () => {
  const seed = Number(process.env.SPACE_SEED ?? randomInt(2 ** 31));
  process.stdout.write(`delivery state machine: seed ${seed} (SPACE_SEED repeats it)\n`);
  const property = fc.asyncProperty(
    fc.commands(
      [
        ...commandsOf(
          createContact,
          createContact,
          createContact,
          createContact,
          createEightContacts,
          createEightContacts,
          die,
          die,
          die,
          enable,
          disable,
          rotate,
          recover,
          recover,
        ),
        ...commandsOf(answer(200), answer(500), answer(410), answer('in ten minutes')),
        fc.constantFrom(1, 5, 10, 15, 60, 180, 360, 720, 721).map(wait),
        fc.constantFrom(1, 5, 721).map(wait),
        fc.nat(5).map(resend),
      ],
      { maxCommands: 60, size: '+2' },
    ),
    async (commands) => {
      const space = await createWebhookSpace(services, { event_types: ['contact_created'] });
      const startedAt = services.ports.clock.now();
      const model: Model = { now: startedAt, deliveries: [], enabled: true, consecutive_dead_deliveries: 0, answer: 200 };
      const real: Real = { space, startedAt, secret: space.secret, verified: 0 };
      try {
        await fc.asyncModelRun(() => ({ model, real }), commands);
      } finally {
        await space.receiver.close();
      }
    },
  );
  // Few runs may not reach each status, and a status that no run reached was not tested.
  for (let round = 0; round < MAX_ROUNDS && (round === 0 || !isAllReached()); round += 1)
    await fc.assert(property, { seed: seed + round, numRuns: randomRuns(15), endOnFailure: true });
  expect([...reached]).toEqual(expect.arrayContaining(['dead', 'retrying', 'succeeded']));
  expect([...reached].some((name) => name.startsWith('disabled'))).toBe(true);
  process.stdout.write(`delivery state machine: reached ${[...reached].toSorted().join(', ')}\n`);
}, 600_000);
