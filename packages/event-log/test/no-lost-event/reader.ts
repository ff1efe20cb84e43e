import { inProcessBus, natsBus } from '@space/bus';
import { openDatabase, sql } from '@space/database';
import { type Consumer, consumerGroups, postgresEventLog } from '@space/event-log';
import { kafkaEventLog } from '@space/event-log/kafka';
import type { ReaderOptions } from './reader-process.ts';

/** A process that carries one outbox, or handles its events, or both, until it is killed. */
const { url, schema, prefix, brokers, nats, does } = JSON.parse(process.argv[2]!) as ReaderOptions;
const database = await openDatabase(url, { connections: 5 });

/** The effect of an event is a row; the row's number is when it was handled first. */
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
    throw new Error(`An event was set aside: ${reason}`);
  },
};

const log =
  brokers && nats && prefix
    ? kafkaEventLog({ brokers, clientId: 'no-lost-event', database, bus: await natsBus(nats, 'no-lost-event'), prefix })
    : postgresEventLog(database, inProcessBus());
if (does !== 'handle') await log.publish(schema);
if (does !== 'carry') {
  await log.subscribe(consumer);
  // An event leaves its outbox when every group has settled it.
  for (const group of consumerGroups.filter((other) => other !== consumer.group))
    await log.subscribe({ ...consumer, group, handle: async () => {} });
}
process.stdout.write('reading\n');
