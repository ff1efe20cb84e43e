import { CONCURRENT_ATTEMPTS_PER_WEBHOOK, MAX_QUEUED_PER_WEBHOOK } from '@space/contracts/events';
import type { Job, Priority } from '../attempts/job.ts';

/** Of these, the most that a priority and those after it may use, so that replays always leave slots to first attempts. */
const MAX_RUNNING = [CONCURRENT_ATTEMPTS_PER_WEBHOOK, 12, 8] as const;
/** A queue with this many jobs is full: it is refilled from Postgres in bulk, not one by one. */
const HIGH_WATER = 64;
/** A full queue that falls below this many jobs is refilled. */
const LOW_WATER = 32;
/** Every Nth start serves the lower priorities first, to prevent starvation. */
const FAIRNESS_INTERVAL = 8;

interface PerPriority<T> {
  readonly 0: T;
  readonly 1: T;
  readonly 2: T;
}

interface WebhookQueues {
  starts: number;
  readonly running: [number, number, number];
  readonly queued: PerPriority<Job[]>;
  /** True for each priority that was reported as full, so that more jobs may wait in Postgres. */
  readonly reportedFull: [boolean, boolean, boolean];
}

const PRIORITIES: readonly Priority[] = [0, 1, 2];
const RETRIES_FIRST: readonly Priority[] = [1, 2, 0];
const REPLAYS_FIRST: readonly Priority[] = [2, 1, 0];

/**
 * In-memory queues: three per webhook, one for each priority. A slow or dead receiver fills only its own queues. Within
 * one webhook, retries leave four of the sixteen slots to first attempts, and replays leave eight.
 */
export class PriorityQueues {
  readonly #webhooks = new Map<string, WebhookQueues>();
  readonly #run: (job: Job) => Promise<void>;
  readonly #onCapacity: () => void;

  /** `run` makes one attempt and never rejects; `onCapacity` is called when a full queue can be refilled. */
  constructor(run: (job: Job) => Promise<void>, onCapacity: () => void = () => {}) {
    this.#run = run;
    this.#onCapacity = onCapacity;
  }

  /** Returns the number of further first attempts that the queue of a webhook accepts. */
  capacity(listenerId: string): number {
    return MAX_QUEUED_PER_WEBHOOK - (this.#webhooks.get(listenerId)?.queued[0].length ?? 0);
  }

  /** Returns true if few first attempts of a webhook wait for a free slot. */
  keepsUp(listenerId: string): boolean {
    return (this.#webhooks.get(listenerId)?.queued[0].length ?? 0) < LOW_WATER;
  }

  /** Returns the webhooks whose queue of a priority is full. */
  full(priority: Priority): string[] {
    return [...this.#webhooks].flatMap(([id, webhook]) => {
      webhook.reportedFull[priority] = webhook.queued[priority].length >= HIGH_WATER;
      return webhook.reportedFull[priority] ? [id] : [];
    });
  }

  /** Queues a job; it starts immediately when its webhook has a free slot. */
  add(job: Job): void {
    let webhook = this.#webhooks.get(job.listener_id);
    if (!webhook) {
      webhook = { starts: 0, running: [0, 0, 0], queued: [[], [], []], reportedFull: [false, false, false] };
      this.#webhooks.set(job.listener_id, webhook);
    }
    webhook.queued[job.priority].push(job);
    this.#startJobs(job.listener_id, webhook);
  }

  /** Removes the queued jobs of one webhook that match, and returns them. */
  drop(listenerId: string, matches: (job: Job) => boolean): Job[] {
    const webhook = this.#webhooks.get(listenerId);
    if (!webhook) return [];
    return PRIORITIES.flatMap((priority) => {
      const all = webhook.queued[priority].splice(0);
      webhook.queued[priority].push(...all.filter((job) => !matches(job)));
      return all.filter(matches);
    });
  }

  /** Removes all queued jobs and returns them. */
  clear(): Job[] {
    return [...this.#webhooks.keys()].flatMap((id) => this.drop(id, () => true));
  }

  /** The number of attempts in progress. */
  get running(): number {
    let sum = 0;
    for (const { running } of this.#webhooks.values()) sum += total(running);
    return sum;
  }

  #startJobs(id: string, webhook: WebhookQueues): void {
    while (total(webhook.running) < CONCURRENT_ATTEMPTS_PER_WEBHOOK) {
      const job = takeNext(webhook);
      if (!job) break;
      webhook.running[job.priority] += 1;
      if (webhook.reportedFull[job.priority] && webhook.queued[job.priority].length < LOW_WATER) {
        webhook.reportedFull[job.priority] = false;
        this.#onCapacity();
      }
      void this.#run(job).finally(() => {
        webhook.running[job.priority] -= 1;
        this.#startJobs(id, webhook);
      });
    }
    if (total(webhook.running) === 0 && PRIORITIES.every((priority) => webhook.queued[priority].length === 0)) this.#webhooks.delete(id);
  }
}

const total = ([first, retries, replays]: WebhookQueues['running']): number => first + retries + replays;

function takeNext(webhook: WebhookQueues): Job | undefined {
  const { running, queued } = webhook;
  const used: PerPriority<number> = [total(running), running[1] + running[2], running[2]];
  webhook.starts = (webhook.starts + 1) % (2 * FAIRNESS_INTERVAL);
  const order = webhook.starts === 0 ? REPLAYS_FIRST : webhook.starts === FAIRNESS_INTERVAL ? RETRIES_FIRST : PRIORITIES;
  for (const priority of order) if (queued[priority].length > 0 && used[priority] < MAX_RUNNING[priority]) return queued[priority].shift();
  return undefined;
}
