import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from './load.ts';
import { cpuSeconds, type Pids, residentMb } from './processes.ts';
import type { Subject } from './subject.ts';

/** The latency and the cost of deliveries. */
export interface WebhookRun {
  readonly events_per_second: number;
  readonly receivers: number;
  readonly expected: number;
  readonly received: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly deliveries_per_second: number;
  /** CPU of every process of the system, with brokers and Postgres, without the load and the receivers. */
  readonly cpu_seconds_per_1000: number;
  /** The same by process. */
  readonly cpu_by_process: Readonly<Record<string, number>>;
  /** Memory after the load by process, without Postgres, in MB. */
  readonly mb_by_process: Readonly<Record<string, number>>;
}

/** Warm-up: the first seconds run uncompiled code on tables without statistics. */
const WARM_SECONDS = 12;
const TICK_MS = 10;
const DRAIN_TIMEOUT_MS = 60_000;

/** Events per second, webhooks that receive each of them, and duration. */
export interface WebhookLoad {
  readonly rate: number;
  readonly receivers: number;
  readonly seconds: number;
}

/** Creates contacts at a fixed rate (open loop) with some webhooks. */
export async function measureWebhooks(
  subject: Subject,
  receiversUrl: string,
  pids: Pids,
  { rate, receivers, seconds }: WebhookLoad,
): Promise<WebhookRun> {
  const { client } = subject;
  for (let index = 0; index < receivers; index += 1)
    await client.event_subscriptions.create({
      kind: 'webhook',
      name: `Receiver ${index}`,
      url: `${receiversUrl}/${index}`,
      event_types: ['contact_created'],
    });
  await fetch(`${receiversUrl}/samples?reset`);
  const warm = await createSteadily(subject, rate, WARM_SECONDS);
  await drained(receiversUrl, warm * receivers);
  await delay(1_500);
  await fetch(`${receiversUrl}/samples?reset`);
  const cpuBefore = cpuByProcess(pids);
  const began = performance.now();
  const sent = await createSteadily(subject, rate, seconds);
  const expected = sent * receivers;
  const samples = await drained(receiversUrl, expected);
  const elapsed = (performance.now() - began) / 1_000;
  // The processes of Postgres share memory, so that a figure per process has no meaning.
  const memory = Object.fromEntries(Object.entries(pids).flatMap(([name, pid]) => (name === 'postgres' ? [] : [[name, residentMb(pid)]])));
  for (const { id } of (await client.event_subscriptions.list({})).data) await client.event_subscriptions.delete({ id });
  const cpu = Object.entries(cpuByProcess(pids)).map(
    ([name, after]) => [name, ((after - cpuBefore[name]!) / samples.length) * 1_000] as const,
  );
  return {
    events_per_second: sent / seconds,
    receivers,
    expected,
    received: samples.length,
    p50_ms: percentile(samples, 0.5),
    p99_ms: percentile(samples, 0.99),
    deliveries_per_second: samples.length / elapsed,
    cpu_seconds_per_1000: cpu.reduce((sum, [, seconds]) => sum + seconds, 0),
    cpu_by_process: Object.fromEntries(cpu),
    mb_by_process: memory,
  };
}

/** Creates contacts at a fixed rate (open loop); returns their number, without those that were refused because of the load. */
export async function createSteadily({ profile, api_key }: Subject, rate: number, seconds: number): Promise<number> {
  let created = 0;
  await sendSteadily(rate, seconds, async (sent) => {
    if (await post(profile.connection.base_url, api_key, String(sent))) created += 1;
  });
  return created;
}

/** Calls `send` at a fixed rate, with the number of earlier calls, whether or not these have ended (open loop); returns the number of calls. */
export async function sendSteadily(rate: number, seconds: number, send: (sent: number) => Promise<void>): Promise<number> {
  const began = performance.now();
  let sent = 0;
  const answers: Promise<unknown>[] = [];
  while (performance.now() - began < seconds * 1_000) {
    const due = Math.floor(((performance.now() - began) / 1_000) * rate);
    for (; sent < due; sent += 1) answers.push(send(sent));
    await delay(TICK_MS);
  }
  await Promise.all(answers);
  return sent;
}

const cpuByProcess = (pids: Pids): Record<string, number> =>
  Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuSeconds([pid])]));

let made = 0;

/** Returns false if the contact was refused because of the load. */
async function post(base: string, key: string, name: string): Promise<boolean> {
  made += 1;
  const response = await fetch(`${base}/contacts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Webhook ${name}`, email: `hook.${process.pid}.${made}@example.com` }),
  });
  await response.arrayBuffer();
  if (response.status === 429 || response.status === 503) return false;
  if (response.status !== 201) throw new Error(`A contact was not created: ${response.status}.`);
  return true;
}

/** Waits for a number of first attempts and returns their latencies. */
export async function drained(url: string, expected: number): Promise<number[]> {
  for (const end = performance.now() + DRAIN_TIMEOUT_MS; ; await delay(50)) {
    const samples = (await (await fetch(`${url}/samples`)).json()) as number[];
    if (samples.length >= expected || performance.now() > end) return samples;
  }
}
