import { setTimeout as delay } from 'node:timers/promises';
import type { Signals } from '@space/bus';
import type { MessageSigner } from '@space/crypto';
import type { Database } from '@space/database';
import { type EachBatchPayload, Kafka, type Consumer as KafkaConsumer, type KafkaMessage, logLevel, type SASLOptions } from 'kafkajs';
import { pauseAfterBatch } from './batch-pacing.ts';
import { decodeEvent, eventsTopic, isAddressedTo, messageRefusal } from './envelope.ts';
import { type Consumer, type ConsumerGroup, type EventLog, type EventLogObserver, groupNamed, type LoggedEvent } from './event-log.ts';
import { OVERDUE_AFTER_SECONDS } from './group-monitor.ts';
import { measureLag } from './kafka-lag.ts';
import { createTopic, PARTITIONS, watchTopic } from './kafka-topic.ts';
import { patchKafkaJsIdleTimer } from './kafkajs-idle-patch.ts';
import { ackSignal, notifyReaders } from './outbox.ts';
import type { OutboxReader } from './outbox-reader.ts';
import { startRelay } from './relay.ts';
import { handleWithRetry } from './retry.ts';
import { traced } from './trace.ts';

/** Ids in one ack message, which keeps it far below the size limit of NATS. */
const ACK_CHUNK = 500;

/** A batch of this size counts as full: Kafka limits batches by bytes, by default to one mebibyte. */
const FULL_BYTES = 512 * 1_024;

/** Time limit for the batches in progress when the process stops, in milliseconds. */
const CLOSE_TIMEOUT_MS = 5_000;
const RETRY_DELAY_MS = 1_000;
/** Interval at which consumers commit their offsets. Messages that come again after a crash are dropped by the inbox. */
const OFFSET_COMMIT_INTERVAL_MS = 1_000;

patchKafkaJsIdleTimer();

/** Kafka brokers as `host:port`, and the login to all of them. With `tls`, also an empty one, connections are encrypted and verified. */
export interface KafkaServer {
  readonly brokers: readonly string[];
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  readonly sasl?: { readonly mechanism: KafkaMechanism; readonly username: string; readonly password: string };
}

/** The SASL mechanisms that the client supports. */
export type KafkaMechanism = 'plain' | 'scram-sha-256' | 'scram-sha-512';

/** The dependencies of the event log of a cluster. */
export interface KafkaOptions extends KafkaServer {
  readonly clientId: string;
  readonly database: Database;
  readonly bus: Signals;
  /** Signs each event, and recognises those that a process of this installation signed. */
  readonly signer: MessageSigner;
  /** The consumer groups of the system: an event stays in its outbox until all have acked it. */
  readonly groups: readonly ConsumerGroup[];
  readonly observer?: EventLogObserver;
  /** The prefix of topic and group names; default `space`. Another prefix separates users of the same brokers. */
  readonly prefix?: string;
  readonly republishAfterSeconds?: number;
  /** Seconds without progress after which a group is overdue; default 24 hours. */
  readonly overdueAfterSeconds?: number;
}

/**
 * Creates the event log of a cluster: relays publish outboxes to Kafka, and consumer groups (`space.<group>`) read it.
 * Creating it does not wait for Kafka: a process that emits serves its callers while Kafka is away, and its outbox grows.
 */
export function kafkaEventLog(options: KafkaOptions): EventLog {
  const { database, bus, groups, observer = {}, prefix = 'space', overdueAfterSeconds = OVERDUE_AFTER_SECONDS } = options;
  const topic = eventsTopic(prefix);
  const kafka = new Kafka({
    clientId: options.clientId,
    brokers: [...options.brokers],
    ...(options.tls ? { ssl: { ...options.tls } } : {}),
    ...(options.sasl ? { sasl: options.sasl as SASLOptions } : {}),
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: Number.MAX_SAFE_INTEGER },
    connectionTimeout: 3_000,
  });
  const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1, allowAutoTopicCreation: false });
  const relays = new Map<string, OutboxReader>();
  const consumers: { kafka: KafkaConsumer; ready: boolean; starting: Promise<void>; stopMeasuring(): void }[] = [];
  const stopWatching = watchTopic(kafka, topic, (error) => observer.failed?.(`check the topic ${topic}`, error));
  let isStopped = false;
  const connectProducer = memoizeUntilFailure(async function connect() {
    await createTopic(kafka, topic);
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
          groups,
          producer: connectProducer,
          topic,
          signer: options.signer,
          observer,
          republishAfterSeconds: options.republishAfterSeconds,
          overdueAfterSeconds,
        }),
      );
    },
    async subscribe(consumer) {
      const group = groupNamed(groups, consumer.group);
      const reading = kafka.consumer({
        groupId: `${prefix}.${group.name}`,
        allowAutoTopicCreation: false,
        sessionTimeout: 10_000,
        heartbeatInterval: 2_000,
        rebalanceTimeout: 15_000,
        maxWaitTimeInMs: 1_000,
        minBytes: 1,
        retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: Number.MAX_SAFE_INTEGER, restartOnFailure: async () => true },
      });
      const starting = retryUntilDone(`read ${topic} as ${group.name}`, async function startReading() {
        await createTopic(kafka, topic);
        if (isStopped) return;
        await reading.connect();
        await reading.subscribe({ topic, fromBeginning: true });
        if (isStopped) return;
        await reading.run({
          partitionsConsumedConcurrently: PARTITIONS,
          autoCommitInterval: OFFSET_COMMIT_INTERVAL_MS,
          eachBatch: (batch) => processBatch(batch, consumer, group),
        });
      });
      const stopMeasuring = observer.lag
        ? measureLag(kafka, topic, `${prefix}.${group.name}`, (partition, lag) => observer.lag?.(group.name, partition, lag))
        : () => {};
      const entry = { kafka: reading, ready: false, starting, stopMeasuring };
      consumers.push(entry);
      reading.on('consumer.group_join', () => {
        entry.ready = true;
      });
      reading.on('consumer.crash', ({ payload }) => {
        entry.ready = false;
        observer.failed?.(`read ${topic} as ${group.name}`, payload.error);
      });
    },
    notify(schema) {
      notifyReaders(bus, schema, relays.has(schema) ? [relays.get(schema)!] : []);
    },
    ready: () => consumers.every((consumer) => consumer.ready),
    async close() {
      isStopped = true;
      stopWatching();
      for (const consumer of consumers) consumer.stopMeasuring();
      // A relay whose broker is away would send for ever; its events stay in the outbox. A consumer that is joining its
      // group joins first, or it would stay a member after it was asked to leave.
      const stopping = [...[...relays.values()].map((relay) => relay.stop()), ...consumers.map((consumer) => consumer.starting)];
      await Promise.race([Promise.all(stopping), delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
      await Promise.allSettled([...consumers.map((consumer) => consumer.kafka.disconnect()), producer.disconnect()]);
    },
  };

  async function retryUntilDone(doing: string, act: () => Promise<void>): Promise<void> {
    while (!isStopped)
      try {
        return await act();
      } catch (error) {
        observer.failed?.(doing, error);
        await delay(RETRY_DELAY_MS);
      }
  }

  async function processBatch(
    { batch, heartbeat, resolveOffset }: EachBatchPayload,
    consumer: Consumer,
    group: ConsumerGroup,
  ): Promise<void> {
    const startedAt = performance.now();
    const events = await decode(batch.messages, consumer, group);
    const heartbeats = setInterval(() => void heartbeat().catch(() => {}), 2_000);
    try {
      if (events.length > 0) await traced('process', events, () => handleWithRetry(consumer, events, observer, () => isStopped));
    } finally {
      clearInterval(heartbeats);
    }
    resolveOffset(batch.lastOffset());
    publishAck(consumer.group, events);
    const isFull = bytesOf(batch.messages) >= FULL_BYTES;
    const elapsed = performance.now() - startedAt;
    // A batch of such a group mostly waits, for example for receivers, so its duration says nothing about the load.
    const pause = group.concurrent_batches > 1 ? group.linger_ms - elapsed : pauseAfterBatch({ tookMs: elapsed, isFull }, group.linger_ms);
    if (pause > 1 && !isStopped) await delay(pause);
  }

  /** Returns the events for this group. Messages without a valid signature are dropped; signed bytes that are not an event become dead letters. */
  async function decode(messages: readonly KafkaMessage[], consumer: Consumer, group: ConsumerGroup): Promise<LoggedEvent[]> {
    const events: LoggedEvent[] = [];
    for (const message of messages) {
      if (!isAddressedTo(group, message)) continue;
      const refused = messageRefusal(message, options.signer);
      if (refused) {
        observer.refused?.(consumer.group, refused);
        continue;
      }
      const payload = message.value ?? new Uint8Array();
      try {
        events.push(decodeEvent(payload));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        await consumer.deadLetter({ event_id: null, payload, reason });
        observer.deadLettered?.(consumer.group, reason);
      }
    }
    return events;
  }

  function publishAck(group: string, events: readonly LoggedEvent[]): void {
    for (const [source, acked] of Map.groupBy(events, (event) => event.source))
      for (let start = 0; start < acked.length; start += ACK_CHUNK) {
        const ids = acked.slice(start, start + ACK_CHUNK).map((event) => event.id);
        bus.publish(ackSignal(source), Buffer.from(JSON.stringify({ group, ids })));
      }
  }
}

const bytesOf = (messages: readonly KafkaMessage[]): number => messages.reduce((sum, { value }) => sum + (value?.length ?? 0), 0);

/** Runs `act` once for all callers; after a failure the next caller starts it again. */
function memoizeUntilFailure<T>(act: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return function getOrStart() {
    result ??= act().catch((error) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
