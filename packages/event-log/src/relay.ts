import type { Signals } from '@space/bus';
import type { Database } from '@space/database';
import { runPeriodically } from '@space/worker';
import type { Producer } from 'kafkajs';
import { type Ack, createAckBatcher } from './ack-batcher.ts';
import { encodeEvent } from './envelope.ts';
import { consumerGroups, type EventLogObserver, type LoggedEvent } from './event-log.ts';
import { ackEvents, outboxAge } from './outbox.queries.ts';
import { ackSignal, outboxSignal } from './outbox.ts';
import { type OutboxReader, tailOutbox } from './outbox-reader.ts';
import { createRepublisher } from './republish.ts';
import { traced } from './trace.ts';

/** An event that a consumer group has not settled this long after it was carried on is carried again. */
const REPUBLISH_AFTER_SECONDS = 60;

const READER = 'relay';
/** How far apart a relay's batches begin at least. */
const LINGER_MS = 5;
const MEASURE_MS = 5_000;
/** What one send carries at most: a broker refuses a larger batch whole, however often it is sent. */
const BATCH_BYTES = 512 * 1_024;

/** What a relay stands on. */
export interface RelayPorts {
  readonly database: Database;
  readonly bus: Signals;
  /** The producer, connected. */
  producer(): Promise<Producer>;
  readonly topic: string;
  readonly watch: EventLogObserver;
  readonly republishAfterSeconds?: number;
}

/**
 * Carries one outbox to Kafka, in order, and removes what the consumer groups have settled. The cursor moves only
 * after every in-sync replica has the batch; a crash in between sends it twice, which consumers dedupe.
 */
export function startRelay(schema: string, ports: RelayPorts): OutboxReader {
  const { database, bus, producer, topic, watch } = ports;
  const patience = ports.republishAfterSeconds ?? REPUBLISH_AFTER_SECONDS;
  const following = tailOutbox({
    database,
    schema,
    reader: READER,
    lingerMs: LINGER_MS,
    handle: (rows) => send(producer, topic, rows),
    failed: (error) => watch.failed?.(`relay the outbox of ${schema}`, error),
  });
  const republish = createRepublisher({ database, schema, reader: READER, patience, publish: (events) => send(producer, topic, events) });
  const settling = createAckBatcher((by, ids) =>
    ackEvents(database, schema, by, consumerGroups, ids).catch((error) => watch.failed?.(`settle events of ${schema}`, error)),
  );
  const endings = [
    bus.subscribe(outboxSignal(schema), () => following.notify()),
    bus.subscribe(ackSignal(schema), (payload) => {
      if (following.active()) settling.add(JSON.parse(Buffer.from(payload).toString()) as Ack);
    }),
    runPeriodically(
      Math.min(MEASURE_MS, patience * 500),
      async () => {
        const { pending, age } = await outboxAge(database, schema);
        watch.outbox?.(schema, pending, age);
        const count = following.active() ? await republish() : 0;
        if (count > 0) watch.republished?.(schema, count);
      },
      (error) => watch.failed?.(`look after the outbox of ${schema}`, error),
    ),
  ];
  return {
    ...following,
    async stop() {
      for (const end of endings) end();
      await following.stop();
      await settling.flush();
    },
  };
}

async function send(connected: () => Promise<Producer>, topic: string, events: readonly LoggedEvent[]): Promise<void> {
  const producer = await connected();
  const messages = events.map((event) => ({ key: event.space_id, value: encodeEvent(event) }));
  await traced('publish', events, async () => {
    for (const some of upToBytes(messages, BATCH_BYTES)) await producer.send({ topic, acks: -1, messages: some });
  });
}

/** Cuts a list into runs of at most `bytes`; a message that is larger alone is a run of its own. */
export function upToBytes<M extends { readonly value: Buffer }>(messages: readonly M[], bytes: number): M[][] {
  const runs: M[][] = [];
  let left = 0;
  for (const message of messages) {
    const run = runs.at(-1);
    if (run && message.value.length <= left) run.push(message);
    else {
      runs.push([message]);
      left = bytes;
    }
    left -= message.value.length;
  }
  return runs;
}
