import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { verifyWebhook } from '@space/client';
import { contracts } from '@space/contracts/catalog';
import { DELIVERIES_DUE } from '@space/contracts/core';
import { DEAD_DELIVERIES_BEFORE_DISABLE, RETRY_DELAYS_MINUTES } from '@space/contracts/events';
import { sql } from '@space/database';
import { eventually, type TestServices } from '@space/runtime/testing';
import fc from 'fast-check';
import { z } from 'zod';
import { createWebhookSpace, startWebhooks, type WebhookSpace } from './fixtures/webhooks.ts';

const MINUTE_MS = 60_000;
/** More would not all be tried at once, and then their order would matter. */
const MOST_LIVE = 8;

type Answer = 200 | 500 | 410 | 'in ten minutes';

interface ModelDelivery {
  state: 'pending' | 'retrying' | 'succeeded' | 'dead' | 'skipped';
  attempts: number;
  round_start: number;
  next: number | null;
}

/** What ought to be, told from the text of the spec: Webhooks 6 and 7, and the decisions on 410, Retry-After and recovery. */
interface Model {
  now: number;
  deliveries: ModelDelivery[];
  enabled: boolean;
  dead_run: number;
  answer: Answer;
}

/** What is: the services on a real Postgres with a clock that stands still, and a receiver. */
interface Real {
  readonly space: WebhookSpace;
  readonly began: number;
  secret: string;
  verified: number;
}

/** What the runs came to, to be read beside the seed. */
const reached = new Set<string>();

const live = (model: Readonly<Model>) => model.deliveries.filter(({ next }) => next !== null).length;

/** Makes every attempt of the model that is due. */
function attemptDue(model: Model): void {
  if (!model.enabled) return;
  const due = model.deliveries.filter(({ next }) => next !== null && next <= model.now);
  for (const delivery of due) {
    delivery.attempts += 1;
    const minutes = RETRY_DELAYS_MINUTES[delivery.attempts - delivery.round_start - 1];
    const delay =
      minutes === undefined || model.answer === 410 ? null : model.answer === 'in ten minutes' ? Math.max(10, minutes) : minutes;
    delivery.next = model.answer === 200 || delay === null ? null : model.now + delay * MINUTE_MS;
    delivery.state = model.answer === 200 ? 'succeeded' : delay === null ? 'dead' : 'retrying';
    if (delivery.state === 'succeeded') model.dead_run = 0;
    if (delivery.state === 'dead') model.dead_run += 1;
    reached.add(delivery.state);
    if (delivery.state !== 'dead' || (model.answer !== 410 && model.dead_run < DEAD_DELIVERIES_BEFORE_DISABLE)) continue;
    model.enabled = false;
    reached.add(model.answer === 410 ? 'switched off by 410' : 'switched off by fifteen deaths');
  }
}

function sendAgain(model: Model, delivery: ModelDelivery): void {
  Object.assign(delivery, { state: 'pending', round_start: delivery.attempts, next: model.now });
}

let services: TestServices;
beforeAll(async () => {
  services = await startWebhooks();
});
afterAll(() => services.stop());

const ring = (): void => services.ports.bus.publish(DELIVERIES_DUE, new Uint8Array());

/** Waits until nothing is being attempted and nothing that can be is due. */
const settled = () =>
  eventually(async () => {
    const now = new Date(services.ports.clock.now()).toISOString();
    const busy = await services.ports.database.oneFirst(sql.type(z.object({ count: z.number() }))`
      select count(*) from events.delivery as d join events.listener as l on l.id = d.listener_id
      where d.next_attempt_at is not null and (d.lease is not null or (l.enabled and d.next_attempt_at <= ${now}::timestamptz))`);
    expect(busy).toBe(0);
  });

/** Compares what is with what ought to be. */
async function compare(model: Model, real: Real): Promise<void> {
  const { space } = real;
  await settled();
  const log = await space.call(contracts.deliveries, 'list', { id: space.id, limit: 200 });
  expect(
    log.data.toReversed().map(({ state, attempts, next_attempt_at }) => ({
      state,
      attempts: attempts.length,
      next: next_attempt_at && Date.parse(next_attempt_at),
    })),
  ).toEqual(model.deliveries.map(({ state, attempts, next }) => ({ state, attempts, next })));
  const listener = await space.call(contracts.listeners, 'get', { id: space.id });
  expect(listener).toMatchObject({ enabled: model.enabled, consecutive_dead_deliveries: model.dead_run });
  expect(listener.disabled_reason === null).toBe(model.enabled);
  for (const received of space.receiver.received.slice(real.verified))
    verifyWebhook(received, real.secret, Number(received.headers['webhook-timestamp']) * 1_000);
  real.verified = space.receiver.received.length;
}

/** A command of a run: when it can be given, and what it does to the model and to the real thing. */
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

const happen = new Step(
  'something happens',
  (model) => live(model) < MOST_LIVE && model.deliveries.length < 150,
  async (model, { space }) => {
    await space.happen();
    model.deliveries.push(
      model.enabled
        ? { state: 'pending', attempts: 0, round_start: 0, next: model.now }
        : { state: 'skipped', attempts: 0, round_start: 0, next: null },
    );
    await eventually(async () =>
      expect((await space.call(contracts.deliveries, 'list', { id: space.id, limit: 200 })).data).toHaveLength(model.deliveries.length),
    );
  },
);

/** Enough at once that two times dying switches the webhook off. */
const muchHappens = new Step(
  'eight things happen',
  (model) => live(model) === 0 && model.deliveries.length < 140,
  async (model, real) => {
    for (let count = 0; count < MOST_LIVE; count += 1) await happen.run(model, real);
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
  ring();
}

const wait = (minutes: number) => new Step(`${minutes} minutes pass`, always, (model) => pass(model, minutes));

const enable = new Step('it is switched on', always, async (model, { space }) => {
  await space.call(contracts.listeners, 'update', { id: space.id, enabled: true });
  Object.assign(model, { enabled: true, dead_run: 0 });
});

const disable = new Step('it is switched off', always, async (model, { space }) => {
  await space.call(contracts.listeners, 'update', { id: space.id, enabled: false });
  model.enabled = false;
});

const rotate = new Step('the secret is rotated', always, async (_model, real) => {
  real.secret = (await real.space.call(contracts.listeners, 'rotate_secret', { id: real.space.id })).secret;
});

const resend = (nth: number) =>
  new Step(
    `the delivery ${nth} from the end is sent again`,
    (model) => model.deliveries.length > nth && live(model) < MOST_LIVE,
    async (model, { space }) => {
      const { data } = await space.call(contracts.deliveries, 'list', { id: space.id, limit: 200 });
      await space.call(contracts.deliveries, 'resend', { id: space.id, delivery_id: data[nth]!.delivery_id });
      sendAgain(model, model.deliveries.at(-1 - nth)!);
    },
  );

const lost = (model: Readonly<Model>) => model.deliveries.filter(({ state }) => state === 'dead' || state === 'skipped');

const recover = new Step(
  'what was missed is recovered',
  (model) => model.enabled && lost(model).length > 0 && lost(model).length + live(model) <= MOST_LIVE && model.now > 0,
  async (model, { space, began }) => {
    // What happened this very millisecond is not in the past yet.
    await pass(model, 0);
    services.ports.clock.advance(1);
    model.now += 1;
    const ask = { id: space.id, since: new Date(began - 1).toISOString(), states: ['dead', 'missed'] as ('dead' | 'missed')[] };
    const missing = lost(model);
    const { total, recovery } = await space.call(contracts.deliveries, 'recover', ask);
    expect(total).toBe(missing.length);
    await eventually(async () =>
      expect(await space.call(contracts.deliveries, 'get_recovery', { id: space.id, recovery_id: recovery!.id })).toMatchObject({
        state: 'done',
        queued: total,
      }),
    );
    for (const delivery of missing) sendAgain(model, delivery);
  },
);

/** Nothing but failures until everything that is under way has died. */
const die = new Step(
  'everything dies',
  (model) => model.enabled && live(model) > 0,
  async (model, real) => {
    await answer(500).run(model, real);
    for (let round = 0; round < RETRY_DELAYS_MINUTES.length + 1 && model.enabled; round += 1) {
      await pass(model, 721);
      attemptDue(model);
      await settled();
    }
  },
);

const given = (...steps: Step[]) => steps.map((step) => fc.constant(step));

test('whatever happens in whatever order, deliveries and the webhook are in the states the rules say', async () => {
  const seed = Number(process.env.SPACE_SEED ?? randomInt(2 ** 31));
  process.stdout.write(`delivery state machine: seed ${seed} (SPACE_SEED repeats it)\n`);
  await fc.assert(
    fc.asyncProperty(
      fc.commands(
        [
          ...given(happen, happen, happen, happen, muchHappens, muchHappens, die, die, die, enable, disable, rotate, recover, recover),
          ...given(answer(200), answer(500), answer(410), answer('in ten minutes')),
          fc.constantFrom(1, 5, 10, 15, 60, 180, 360, 720, 721).map(wait),
          fc.constantFrom(1, 5, 721).map(wait),
          fc.nat(5).map(resend),
        ],
        { maxCommands: 60, size: '+2' },
      ),
      async (commands) => {
        const space = await createWebhookSpace(services, { event_types: ['contact_created'] });
        const began = services.ports.clock.now();
        const model: Model = { now: began, deliveries: [], enabled: true, dead_run: 0, answer: 200 };
        const real: Real = { space, began, secret: space.secret, verified: 0 };
        try {
          await fc.asyncModelRun(() => ({ model, real }), commands);
        } finally {
          await space.receiver.close();
        }
      },
    ),
    { seed, numRuns: 15, endOnFailure: true },
  );
  // What no run met was not tested.
  expect([...reached]).toEqual(expect.arrayContaining(['dead', 'retrying', 'succeeded']));
  expect([...reached].some((state) => state.startsWith('switched off'))).toBe(true);
  process.stdout.write(`delivery state machine: reached ${[...reached].toSorted().join(', ')}\n`);
}, 240_000);
