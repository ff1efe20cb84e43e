import type { Signals } from '@space/bus';
import type { MessageSigner } from '@space/crypto';
import type { Database } from '@space/database';
import { runPeriodically } from '@space/worker';
import type { Producer } from 'kafkajs';
import { type Ack, createAckBatcher } from './ack-batcher.ts';
import { eventMessage } from './envelope.ts';
import { type ConsumerGroup, type EventLogObserver, type LoggedEvent, readsOutbox } from './event-log.ts';
import { createGroupMonitor } from './group-monitor.ts';
import { ackEvents, outboxAge } from './outbox.queries.ts';
import { ackSignal, outboxSignal } from './outbox.ts';
import { type OutboxReader, tailOutbox } from './outbox-reader.ts';
import { createOutboxSession } from './outbox-session.ts';
import { createRepublisher } from './republish.ts';
import { traced } from './trace.ts';

/** Default age at which a published event without all acks is published again, in seconds. */
const REPUBLISH_AFTER_SECONDS = 60;

const READER = 'relay';
/** Minimum time between the starts of two batches, in milliseconds. */
const LINGER_MS = 5;
const MEASURE_INTERVAL_MS = 5_000;
/** Maximum size of one send, in bytes: a broker rejects a larger batch as a whole, at every attempt. */
const BATCH_BYTES = 512 * 1_024;

/** The dependencies of a relay. */
export interface RelayPorts {
  readonly database: Database;
  readonly bus: Signals;
  readonly groups: readonly ConsumerGroup[];
  /** Returns the producer, connected. */
  producer(): Promise<Producer>;
  readonly topic: string;
  readonly signer: MessageSigner;
  readonly observer: EventLogObserver;
  readonly republishAfterSeconds?: number | undefined;
  readonly overdueAfterSeconds: number;
}

/**
 * Starts the relay of one outbox: it publishes events to Kafka in order and deletes those that all consumer groups have
 * acked. Its cursor moves after every in-sync replica has the batch; a crash before that publishes the batch twice, and
 * consumers deduplicate.
 */
export function startRelay(schema: string, ports: RelayPorts): OutboxReader {
  const { database, bus, observer } = ports;
  const groups = ports.groups.filter((group) => readsOutbox(group, schema));
  const republishAfter = ports.republishAfterSeconds ?? REPUBLISH_AFTER_SECONDS;
  const groupNames = groups.map(({ name }) => name);
  const session = createOutboxSession(database);
  const reader = tailOutbox({
    session,
    schema,
    reader: READER,
    lingerMs: LINGER_MS,
    handle: (rows) => send(ports, rows),
    failed: (error) => observer.failed?.(`relay the outbox of ${schema}`, error),
  });
  const republish = createRepublisher({
    database,
    schema,
    reader: READER,
    afterSeconds: republishAfter,
    publish: (events) => send(ports, events),
  });
  const checkGroups = createGroupMonitor({
    database,
    outbox: { schema, acks: 'column', relay: READER },
    groups,
    overdueAfterSeconds: ports.overdueAfterSeconds,
    observer,
  });
  const acks = createAckBatcher(groups.length, (ackers, ids) =>
    ackEvents(database, schema, ackers, groupNames, ids).catch((error) => observer.failed?.(`ack events of ${schema}`, error)),
  );
  const stops = [
    bus.subscribe(outboxSignal(schema), () => reader.notify()),
    bus.subscribe(ackSignal(schema), (payload) => {
      if (reader.active()) acks.add(JSON.parse(Buffer.from(payload).toString()) as Ack);
    }),
    runPeriodically(Math.min(MEASURE_INTERVAL_MS, republishAfter * 500), maintain, (error) =>
      observer.failed?.(`maintain the outbox of ${schema}`, error),
    ),
  ];
  return {
    ...reader,
    async stop() {
      for (const stop of stops) stop();
      await reader.stop();
      await session.close();
      await acks.flush();
    },
  };

  async function maintain(): Promise<void> {
    const { pending, age } = await outboxAge(database, schema);
    observer.outbox?.(schema, pending, age);
    if (!reader.active()) return;
    const count = await republish();
    if (count > 0) observer.republished?.(schema, count);
    await checkGroups();
  }
}

async function send({ producer: connected, topic, signer }: RelayPorts, events: readonly LoggedEvent[]): Promise<void> {
  const producer = await connected();
  const messages = events.map((event) => eventMessage(event, signer));
  await traced('publish', events, async () => {
    for (const chunk of chunkByBytes(messages, BATCH_BYTES)) await producer.send({ topic, acks: -1, messages: chunk });
  });
}

/** Splits a list into chunks of at most `bytes`; a larger message is a chunk of its own. */
export function chunkByBytes<M extends { readonly value: Buffer }>(messages: readonly M[], bytes: number): M[][] {
  const chunks: M[][] = [];
  let left = 0;
  for (const message of messages) {
    const chunk = chunks.at(-1);
    if (chunk && message.value.length <= left) chunk.push(message);
    else {
      chunks.push([message]);
      left = bytes;
    }
    left -= message.value.length;
  }
  return chunks;
}
