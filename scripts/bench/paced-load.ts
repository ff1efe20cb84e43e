import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from './load.ts';

/*
 * Sends one request at a rate, evenly in time, with one of some keys after the other, whether or not the earlier ones are answered, and prints the
 * 99th percentile of the latency from the planned time of each. It is a process of its own, so that no other load delays it.
 */

/** The result that the process prints as JSON. */
export interface PacedLoad {
  readonly p99_ms: number;
  /** Requests without an answer or with another status than 2xx. */
  readonly failed: number;
}

const [url, keys, rate, seconds] = process.argv.slice(2);
const tokens = keys!.split(',');
const interval = 1_000 / Number(rate);
/** Requests of the first second, whose latency is that of code of this process that is not compiled yet. */
const warmUp = Number(rate);
const total = warmUp + Math.round(Number(rate) * Number(seconds));

const latencies: number[] = [];
let failed = 0;

async function send(token: string, planned: number, counts: boolean): Promise<void> {
  try {
    const response = await fetch(url!, { headers: { authorization: `Bearer ${token}` } });
    await response.arrayBuffer();
    if (!response.ok) failed += 1;
  } catch {
    failed += 1;
  }
  if (counts) latencies.push(performance.now() - planned);
}

const began = performance.now();
const sent: Promise<void>[] = [];
while (sent.length < total) {
  const planned = began + sent.length * interval;
  const wait = planned - performance.now();
  if (wait > 0) await delay(wait);
  sent.push(send(tokens[sent.length % tokens.length]!, planned, sent.length >= warmUp));
}
await Promise.all(sent);
const result: PacedLoad = { p99_ms: percentile(latencies, 0.99), failed };
process.stdout.write(JSON.stringify(result));
