import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Bus, natsBus } from '@space/bus';
import { tableRowCreated } from '@space/contracts/tables';
import { createMessageSigner } from '@space/crypto';
import { sql } from '@space/database';
import { createEvent, type EventLog, outboxRows, outboxTable } from '@space/event-log';
import { conformanceGroups, createEmitter, describeEventLog, type LogUnderTest, startProcess, until } from '@space/event-log/conformance';
import { type KafkaOptions, kafkaEventLog } from '@space/event-log/kafka';
import { Kafka } from 'kafkajs';
import { encodeEvent, signatureHeaders } from '../src/envelope.ts';
import { outboxDatabase } from './fixture.ts';

const { KAFKA_BROKERS, NATS_URL } = process.env;
const signer = createMessageSigner(randomBytes(32).toString('base64'));

type Overrides = Partial<Omit<KafkaOptions, 'brokers' | 'database'>>;

/** Opens event logs on a new topic with new groups. */
async function prepare(
  brokers: string,
  nats: string,
): Promise<
  Omit<LogUnderTest, 'open'> & {
    bus: Bus;
    prefix: string;
    open(observer?: KafkaOptions['observer'], overrides?: Overrides): Promise<EventLog>;
  }
> {
  const outboxes = await outboxDatabase();
  const bus = await natsBus({ servers: [nats], name: 'conformance', signer });
  const prefix = `test-${randomBytes(6).toString('hex')}`;
  return {
    ...outboxes,
    bus,
    prefix,
    open: async (observer, overrides) =>
      kafkaEventLog({
        brokers: [brokers],
        clientId: 'conformance',
        database: outboxes.database,
        bus,
        signer,
        groups: conformanceGroups,
        prefix,
        ...(observer ? { observer } : {}),
        ...overrides,
      }),
    close: async () => {
      await bus.close();
      await outboxes.close();
    },
  };
}

if (KAFKA_BROKERS && NATS_URL) {
  describeEventLog('over Kafka', { sharesWork: true, takesOverWithin: 30_000 }, () => prepare(KAFKA_BROKERS, NATS_URL));

  describe('kafkaEventLog', () => {
    let log: Awaited<ReturnType<typeof prepare>>;
    beforeAll(async () => {
      log = await prepare(KAFKA_BROKERS, NATS_URL);
    });
    afterAll(() => log.close());

    test('drops and counts messages that no process of this installation signed, and stores nothing of them', async () => {
      const some = createEmitter(log.database, await log.newSchema());
      const [space] = some.spaces(1);
      const refused: string[] = [];
      const process = await startProcess(log, [some], {
        observer: { refused: (group, reason) => void (group === 'delivery' && refused.push(reason)) },
      });
      await some.emit(space!, { n: 1 });
      await until(() => process.numbersOf(space!).includes(1));
      const forged = encodeEvent({ ...process.handledOf([space!])[0]!, id: 'evt_forged' });
      const foreigner = createMessageSigner(randomBytes(32).toString('base64'));
      const producer = new Kafka({ brokers: [KAFKA_BROKERS], logLevel: 0 }).producer();
      await producer.connect();
      await producer.send({
        topic: `${log.prefix}.events`,
        messages: [
          { key: space!, value: forged },
          { key: space!, value: forged, headers: signatureHeaders(forged, foreigner) },
          { key: space!, value: 'no event' },
        ],
      });
      await some.emit(space!, { n: 2 });
      await until(() => process.numbersOf(space!).includes(2));
      await Promise.all([producer.disconnect(), process.close()]);
      expect(refused).toEqual(['unsigned', 'forged', 'unsigned']);
      expect(process.deadLetters).toEqual([]);
      expect(process.handledOf([space!]).map(({ id }) => id)).not.toContain('evt_forged');
    });

    test('dead-letters bytes that are not an event, while other events flow', async () => {
      const some = createEmitter(log.database, await log.newSchema());
      const [space] = some.spaces(1);
      const process = await startProcess(log, [some]);
      const producer = new Kafka({ brokers: [KAFKA_BROKERS], logLevel: 0 }).producer();
      await producer.connect();
      await some.emit(space!, { n: 1 });
      for (const value of [Buffer.from('no event'), null, Buffer.from([0xff, 0xff])])
        await producer.send({
          topic: `${log.prefix}.events`,
          messages: [{ key: space!, value, headers: signatureHeaders(value ?? new Uint8Array(), signer) }],
        });
      await some.emit(space!, { n: 2 });
      await until(() => process.numbersOf(space!).includes(2) && process.deadLetters.length >= 3);
      await Promise.all([producer.disconnect(), process.close()]);
      expect(process.deadLetters.map(({ event_id, payload }) => [event_id, Buffer.from(payload).toString('latin1')])).toEqual([
        [null, 'no event'],
        [null, ''],
        [null, '\u00ff\u00ff'],
      ]);
      expect(process.numbersOf(space!)).toEqual([1, 2]);
    });

    test('republishes an unacknowledged event once per round', async () => {
      const some = createEmitter(log.database, await log.newSchema());
      const [space] = some.spaces(1);
      let dropsAcks = true;
      const lossyBus: Bus = {
        ...log.bus,
        publish: (signal, payload) => (dropsAcks && signal.endsWith('.acked') ? undefined : log.bus.publish(signal, payload)),
      };
      const republished: number[] = [];
      const process = await startProcess(
        {
          open: () =>
            log.open({ republished: (_schema, count) => void republished.push(count) }, { bus: lossyBus, republishAfterSeconds: 1 }),
        },
        [some],
      );
      // In one transaction with one recorded_at, so that they are late together.
      const by = { space_id: space!, actor: { kind: 'person', id: 'person_1', name: 'Ada' } } as const;
      const events = [0, 1, 2].map((n) => createEvent(tableRowCreated, { n } as never, by, Date.now()));
      const startedAt = performance.now();
      await log.database.query(sql.typeAlias('void')`
        insert into ${outboxTable(some.schema)} (id, space_id, type, body, trace, recorded_at)
        select event.*, now() from (${outboxRows(events, null)}) as event`);
      await until(() => republished.length >= 2);
      expect(performance.now() - startedAt).toBeGreaterThan(2_000);
      dropsAcks = false;
      await until(async () => (await some.waiting()) === 0);
      await process.close();
      expect([...new Set(process.numbersOf(space!))]).toEqual([0, 1, 2]);
      expect(new Set(republished)).toEqual(new Set([3]));
    });
  });
} else test.skip('the event log over Kafka: KAFKA_BROKERS and NATS_URL are not both set', () => {});
