import type { Job, Priority } from '../attempts/job.ts';

/** Attempts to one webhook at a time: to ten webhooks on two cores 4 send 1,770 a second, 16 and 64 some 3,300. */
const CONCURRENCY_PER_WEBHOOK = 16;
/** Of these, the most that this lane and those behind it may hold: a first attempt finds a place, however many replays run. */
const MAX_RUNNING = [CONCURRENCY_PER_WEBHOOK, 12, 8] as const;
/** First attempts that may wait in memory for one webhook; the others wait in Postgres. */
const WAITING_PER_WEBHOOK = 256;
/** A webhook with this many waiting in a lane is given no more from Postgres: it is refilled in bulk, not one by one. */
const HIGH_WATER = 64;
/** A webhook that was given no more is given again when so few of the lane are left. */
const LOW_WATER = 32;
/** One start in so many goes to the lanes behind first, so that they move while first attempts never end. */
const FAIRNESS_INTERVAL = 8;

interface PerPriority<T> {
  readonly 0: T;
  readonly 1: T;
  readonly 2: T;
}

interface WebhookQueues {
  turn: number;
  readonly running: [number, number, number];
  readonly waiting: PerPriority<Job[]>;
  /** Lanes that were told to be full, so that more may wait in Postgres. */
  readonly told: [boolean, boolean, boolean];
}

const inOrder: readonly Priority[] = [0, 1, 2];
const retriesFirst: readonly Priority[] = [1, 2, 0];
const replaysFirst: readonly Priority[] = [2, 1, 0];

/**
 * What keeps webhooks apart, and within one webhook first attempts before retries before replays. A receiver that is
 * slow or dead fills its own lanes and nobody else's; an hour of retries that are due at once leaves four places of
 * sixteen to what happens now, and a replay of a week leaves eight.
 */
export class PriorityQueues {
  readonly #webhooks = new Map<string, WebhookQueues>();
  readonly #make: (job: Job) => Promise<void>;
  readonly #hungry: () => void;

  /** `make` makes an attempt; `hungry` is told when a lane that was full can be refilled. */
  constructor(make: (job: Job) => Promise<void>, hungry: () => void = () => {}) {
    this.#make = make;
    this.#hungry = hungry;
  }

  /** How many more first attempts of a webhook are taken. */
  capacity(listenerId: string): number {
    return WAITING_PER_WEBHOOK - (this.#webhooks.get(listenerId)?.waiting[0].length ?? 0);
  }

  /** Webhooks that are given no more of this lane for now. */
  full(lane: Priority): string[] {
    return [...this.#webhooks].flatMap(([id, webhook]) => {
      webhook.told[lane] = webhook.waiting[lane].length >= HIGH_WATER;
      return webhook.told[lane] ? [id] : [];
    });
  }

  add(job: Job): void {
    let webhook = this.#webhooks.get(job.listener_id);
    if (!webhook) {
      webhook = { turn: 0, running: [0, 0, 0], waiting: [[], [], []], told: [false, false, false] };
      this.#webhooks.set(job.listener_id, webhook);
    }
    webhook.waiting[job.priority].push(job);
    this.#pump(job.listener_id, webhook);
  }

  /** Takes away what waits for one webhook and fits, and answers it. */
  drop(listenerId: string, fits: (job: Job) => boolean): Job[] {
    const webhook = this.#webhooks.get(listenerId);
    if (!webhook) return [];
    return inOrder.flatMap((lane) => {
      const all = webhook.waiting[lane].splice(0);
      webhook.waiting[lane].push(...all.filter((job) => !fits(job)));
      return all.filter(fits);
    });
  }

  /** Takes away everything that waits and answers it. */
  clear(): Job[] {
    return [...this.#webhooks.keys()].flatMap((id) => this.drop(id, () => true));
  }

  /** How many attempts are being made. */
  get running(): number {
    let sum = 0;
    for (const { running } of this.#webhooks.values()) sum += total(running);
    return sum;
  }

  #pump(id: string, webhook: WebhookQueues): void {
    while (total(webhook.running) < CONCURRENCY_PER_WEBHOOK) {
      const job = next(webhook);
      if (!job) break;
      webhook.running[job.priority] += 1;
      if (webhook.told[job.priority] && webhook.waiting[job.priority].length < LOW_WATER) {
        webhook.told[job.priority] = false;
        this.#hungry();
      }
      void this.#make(job).finally(() => {
        webhook.running[job.priority] -= 1;
        this.#pump(id, webhook);
      });
    }
    if (total(webhook.running) === 0 && inOrder.every((lane) => webhook.waiting[lane].length === 0)) this.#webhooks.delete(id);
  }
}

const total = ([first, retries, replays]: WebhookQueues['running']): number => first + retries + replays;

function next(webhook: WebhookQueues): Job | undefined {
  const { running, waiting } = webhook;
  const held: PerPriority<number> = [total(running), running[1] + running[2], running[2]];
  webhook.turn = (webhook.turn + 1) % (2 * FAIRNESS_INTERVAL);
  const order = webhook.turn === 0 ? replaysFirst : webhook.turn === FAIRNESS_INTERVAL ? retriesFirst : inOrder;
  for (const lane of order) if (waiting[lane].length > 0 && held[lane] < MAX_RUNNING[lane]) return waiting[lane].shift();
  return undefined;
}
