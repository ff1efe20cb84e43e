import type { Job } from './job.ts';

/** Attempts to one webhook at a time. */
const CONCURRENCY_PER_WEBHOOK = 16;
/** Attempts that may wait in memory for one webhook; the others wait in Postgres. */
const WAITING_PER_WEBHOOK = 256;

interface Lane {
  running: number;
  readonly waiting: Job[];
}

/**
 * One lane for each webhook: a receiver that is slow or dead fills its own lane and nobody else's. First attempts and
 * retries share a lane in the order they came.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  readonly #make: (job: Job) => Promise<void>;

  constructor(make: (job: Job) => Promise<void>) {
    this.#make = make;
  }

  /** How many more jobs the lane of a webhook takes. */
  room(listenerId: string): number {
    const lane = this.#lanes.get(listenerId);
    return lane ? WAITING_PER_WEBHOOK - lane.waiting.length : WAITING_PER_WEBHOOK;
  }

  /** Webhooks whose lane takes no more. */
  full(): string[] {
    return [...this.#lanes].filter(([, lane]) => lane.waiting.length >= WAITING_PER_WEBHOOK).map(([id]) => id);
  }

  add(job: Job): void {
    const lane = this.#lanes.get(job.listener_id) ?? { running: 0, waiting: [] };
    this.#lanes.set(job.listener_id, lane);
    lane.waiting.push(job);
    this.#pump(job.listener_id, lane);
  }

  /** Takes away everything that waits and answers it. */
  clear(): Job[] {
    return [...this.#lanes.values()].flatMap((lane) => lane.waiting.splice(0));
  }

  /** How many attempts are being made. */
  get running(): number {
    let sum = 0;
    for (const lane of this.#lanes.values()) sum += lane.running;
    return sum;
  }

  #pump(id: string, lane: Lane): void {
    while (lane.running < CONCURRENCY_PER_WEBHOOK) {
      const job = lane.waiting.shift();
      if (!job) break;
      lane.running += 1;
      void this.#make(job).finally(() => {
        lane.running -= 1;
        this.#pump(id, lane);
      });
    }
    if (lane.running === 0 && lane.waiting.length === 0) this.#lanes.delete(id);
  }
}
