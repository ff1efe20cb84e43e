import { inProcessBus, natsBus } from '@space/bus';
import { createMessageSigner } from '@space/crypto';
import { openDatabase, sql } from '@space/database';
import { type Consumer, postgresEventLog } from '@space/event-log';
import { kafkaEventLog } from '@space/event-log/kafka';
import { conformanceGroups } from '../../src/conformance-types.ts';
import type { ReaderOptions } from './reader-process.ts';

/** A process that publishes one outbox, or handles its events, or both, until it is killed. */
const { url, schema, prefix, brokers, nats, does } = JSON.parse(process.argv[2]!) as ReaderOptions;
const database = await openDatabase(url, { connections: 5 });

/** The effect of an event is a row; the row's number says when it was first handled. */
const consumer: Consumer = {
  group: 'delivery',
  async handle(events) {
    await database.query(sql.typeAlias('void')`
      insert into ${sql.identifier([schema, 'handled'])} (event_id, space_id, n)
      select id, space_id, n from unnest(
        ${sql.array(
          events.map(({ id }) => id),
          'text',
        )}, ${sql.array(
          events.map(({ space_id }) => space_id),
          'text',
        )},
        ${sql.array(
          events.map(({ body }) => JSON.parse(body).data.n),
          'int4',
        )}
      ) with ordinality as event (id, space_id, n, place) order by place
      on conflict (event_id) do nothing`);
  },
  async deadLetter({ reason }) {
    throw new Error(`An event was dead-lettered: ${reason}`);
  },
};

const signer = createMessageSigner(Buffer.alloc(32).toString('base64'));
const log =
  brokers && nats && prefix
    ? kafkaEventLog({
        brokers: [brokers],
        clientId: 'no-lost-event',
        database,
        bus: await natsBus({ servers: [nats], name: 'no-lost-event', signer }),
        signer,
        prefix,
        groups: conformanceGroups,
      })
    : postgresEventLog({ database, bus: inProcessBus(), groups: conformanceGroups });
if (does !== 'handle') await log.publish(schema);
if (does !== 'publish') {
  await log.subscribe(consumer);
  // An event leaves its outbox when every group has acked it.
  for (const { name } of conformanceGroups.filter((group) => group.name !== consumer.group))
    await log.subscribe({ ...consumer, group: name, handle: async () => {} });
}
process.stdout.write('reading\n');
