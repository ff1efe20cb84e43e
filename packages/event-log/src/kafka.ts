import { setTimeout as delay } from 'node:timers/promises';
import type { Signals } from '@space/bus';
import type { Database } from '@space/database';
import { type EachBatchPayload, Kafka, type Consumer as KafkaConsumer, type KafkaMessage, logLevel } from 'kafkajs';
import { pauseAfterBatch } from './batch-pacing.ts';
import { decodeEvent, eventsTopic } from './envelope.ts';
import { type Consumer, type EventLog, type EventLogObserver, type LoggedEvent, lingerMs } from './event-log.ts';
import { measureLag } from './kafka-lag.ts';
import { keepTopic, makeTopic, PARTITIONS } from './kafka-topic.ts';
import { patchKafkaJsIdleTimer } from './kafkajs-idle-patch.ts';
import { ackSignal, notifyReaders } from './outbox.ts';
import type { OutboxReader } from './outbox-reader.ts';
import { startRelay } from './relay.ts';
import { handleWithRetry } from './retry.ts';
import { traced } from './trace.ts';

/** Ids in one `settled` message, well below what NATS carries. */
const ACK_CHUNK = 500;

/** A batch of so many bytes says that more wait: Kafka cuts batches by bytes, at one mebibyte unless told. */
const FULL_BYTES = 512 * 1_024;

/** How long a relay may take to finish the batch in hand when the process stops. */
const CLOSE_MS = 5_000;
const RETRY_DELAY_MS = 1_000;
/** How often a consumer tells Kafka how far it is; what it reads again after a crash it has in its inbox. */
const OFFSET_COMMIT_INTERVAL_MS = 1_000;

patchKafkaJsIdleTimer();

/** Where Kafka is and what the adapter stands on. */
export interface KafkaOptions {
  readonly brokers: string;
  readonly clientId: string;
  readonly database: Database;
  readonly bus: Signals;
  readonly watch?: EventLogObserver;
  /** What the names of the topic and of the groups begin with: `space`, unless others share the brokers. */
  readonly prefix?: string;
  readonly republishAfterSeconds?: number;
}

/**
 * The event log of a cluster: relays carry outboxes to Kafka, consumer groups read it. Nothing here waits for Kafka at
 * the start: a process that emits serves its callers while Kafka is away, and its outbox waits.
 */
export function kafkaEventLog(options: KafkaOptions): EventLog {
  const { database, bus, watch = {}, prefix = 'space' } = options;
  const topic = eventsTopic(prefix);
  const kafka = new Kafka({
    clientId: options.clientId,
    brokers: options.brokers.split(',').map((broker) => broker.trim()),
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: Number.MAX_SAFE_INTEGER },
    connectionTimeout: 3_000,
  });
  const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1, allowAutoTopicCreation: false });
  const relays = new Map<string, OutboxReader>();
  const consumers: { kafka: KafkaConsumer; ready: boolean; starting: Promise<void>; stopMeasuring(): void }[] = [];
  const stopKeeping = keepTopic(kafka, topic, (error) => watch.failed?.(`see whether ${topic} is there`, error));
  let stopped = false;
  const connectProducer = memoizeUntilFailure(async () => {
    await makeTopic(kafka, topic);
    await producer.connect();
    return producer;
  });

  return {
    async publish(schema) {
      relays.set(
        schema,
        startRelay(schema, {
          database,
          bus,
          producer: connectProducer,
          topic,
          watch,
          republishAfterSeconds: options.republishAfterSeconds,
        }),
      );
    },
    async subscribe(consumer) {
      const reading = kafka.consumer({
        groupId: `${prefix}.${consumer.group}`,
        allowAutoTopicCreation: false,
        sessionTimeout: 10_000,
        heartbeatInterval: 2_000,
        rebalanceTimeout: 15_000,
        maxWaitTimeInMs: 1_000,
        minBytes: 1,
        retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: Number.MAX_SAFE_INTEGER, restartOnFailure: async () => true },
      });
      const starting = retryUntilDone(`read ${topic} as ${consumer.group}`, async () => {
        await makeTopic(kafka, topic);
        if (stopped) return;
        await reading.connect();
        await reading.subscribe({ topic, fromBeginning: true });
        if (stopped) return;
        await reading.run({
          partitionsConsumedConcurrently: PARTITIONS,
          autoCommitInterval: OFFSET_COMMIT_INTERVAL_MS,
          eachBatch: (batch) => eachBatch(batch, consumer),
        });
      });
      const measuring =
        watch.lag &&
        measureLag(kafka, topic, `${prefix}.${consumer.group}`, (partition, lag) => watch.lag?.(consumer.group, partition, lag));
      const entry = { kafka: reading, ready: false, starting, stopMeasuring: measuring ?? (() => {}) };
      consumers.push(entry);
      reading.on('consumer.group_join', () => {
        entry.ready = true;
      });
      reading.on('consumer.crash', ({ payload }) => {
        entry.ready = false;
        watch.failed?.(`read ${topic} as ${consumer.group}`, payload.error);
      });
    },
    notify: (schema) => notifyReaders(bus, schema, relays.has(schema) ? [relays.get(schema)!] : []),
    ready: () => consumers.every((consumer) => consumer.ready),
    async close() {
      stopped = true;
      stopKeeping();
      for (const consumer of consumers) consumer.stopMeasuring();
      // A relay whose broker is away would send for ever; what it did not send stays in the outbox. A consumer that is
      // still joining its group joins first, or it would stay a member after it was told to leave.
      const settled = [...[...relays.values()].map((each) => each.stop()), ...consumers.map((consumer) => consumer.starting)];
      await Promise.race([Promise.all(settled), delay(CLOSE_MS, undefined, { ref: false })]);
      await Promise.allSettled([...consumers.map((consumer) => consumer.kafka.disconnect()), producer.disconnect()]);
    },
  };

  async function retryUntilDone(doing: string, act: () => Promise<void>): Promise<void> {
    while (!stopped)
      try {
        return await act();
      } catch (error) {
        watch.failed?.(doing, error);
        await delay(RETRY_DELAY_MS);
      }
  }

  async function eachBatch({ batch, heartbeat, resolveOffset }: EachBatchPayload, consumer: Consumer): Promise<void> {
    const began = performance.now();
    const events = await decode(batch.messages, consumer);
    const beating = setInterval(() => void heartbeat().catch(() => {}), 2_000);
    try {
      if (events.length > 0) await traced('process', events, () => handleWithRetry(consumer, events, watch, () => stopped));
    } finally {
      clearInterval(beating);
    }
    resolveOffset(batch.lastOffset());
    publishAck(consumer.group, events);
    const rest = pauseAfterBatch(
      { tookMs: performance.now() - began, isFull: bytesOf(batch.messages) >= FULL_BYTES },
      lingerMs[consumer.group],
    );
    if (rest > 1 && !stopped) await delay(rest);
  }

  async function decode(messages: readonly KafkaMessage[], consumer: Consumer): Promise<LoggedEvent[]> {
    const events: LoggedEvent[] = [];
    for (const { value } of messages) {
      try {
        events.push(decodeEvent(value ?? new Uint8Array()));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        await consumer.deadLetter({ event_id: null, payload: value ?? new Uint8Array(), reason });
        watch.deadLettered?.(consumer.group, reason);
      }
    }
    return events;
  }

  function publishAck(group: string, events: readonly LoggedEvent[]): void {
    for (const [source, some] of Map.groupBy(events, (event) => event.source))
      for (let start = 0; start < some.length; start += ACK_CHUNK) {
        const ids = some.slice(start, start + ACK_CHUNK).map((event) => event.id);
        bus.publish(ackSignal(source), Buffer.from(JSON.stringify({ group, ids })));
      }
  }
}

const bytesOf = (messages: readonly KafkaMessage[]): number => messages.reduce((sum, { value }) => sum + (value?.length ?? 0), 0);

/** Does something once for all who ask; after a failure the next one who asks begins anew. */
function memoizeUntilFailure<T>(act: () => Promise<T>): () => Promise<T> {
  let doing: Promise<T> | undefined;
  return () => {
    doing ??= act().catch((error) => {
      doing = undefined;
      throw error;
    });
    return doing;
  };
}
