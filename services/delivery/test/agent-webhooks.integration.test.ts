import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { tableRowCreated } from '@space/contracts/tables';
import { newId, sql } from '@space/database';
import { createEvent } from '@space/event-log';
import { callAs, eventually, startReceiver, type TestServices } from '@space/runtime/testing';
import { advanceClock, createWebhookSpace, startWebhooks } from './fixtures/webhooks.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startWebhooks();
  services.ports.clock.set(Date.now());
});
afterAll(() => services.stop());

test('a webhook of an agent receives, retries and shows no event about a resource that the agent cannot use', async () => {
  const plain = await createWebhookSpace(services);
  const agent = { kind: 'agent', id: newId('agt'), name: 'Bot' } as const;
  const bot = callAs(services.ports, { ...plain.caller, actor: agent });
  const { database } = services.ports;
  const allow = async (tables: readonly string[]): Promise<void> => {
    const can_use = JSON.stringify({ tables });
    await database.query(sql.typeAlias('void')`
      insert into events.agent (space_id, id, can_use) values (${plain.caller.space_id}, ${agent.id}, ${can_use}::jsonb)
      on conflict (space_id, id) do update set can_use = excluded.can_use`);
    await database.query(sql.typeAlias('void')`update events.listener set can_use = ${can_use}::jsonb where agent_id = ${agent.id}`);
  };
  const { deliveries } = contracts;
  const receiver = await startReceiver();
  receiver.answer((_request, response) => response.writeHead(500).end());
  await allow(['tbl_mine']);
  const { subscription } = await bot(contracts.listeners, 'create', {
    kind: 'webhook',
    name: 'Rows',
    url: receiver.url,
    event_types: ['table_row_created'],
  });
  const { id } = subscription;
  const emitRow = async (table_id: string): Promise<string> => {
    const data = { table_id, table: 'Deals', row_id: 'row_1', row: 'Engine', data: { name: 'Engine' } };
    const row = createEvent(tableRowCreated, data as never, plain.caller, services.ports.clock.now());
    await database.query(sql.typeAlias('void')`
      insert into contacts.outbox (id, space_id, type, body) values (${row.id}, ${row.space_id}, ${row.type}, ${row.body})`);
    return row.id;
  };
  const others = await emitRow('tbl_others');
  await emitRow('tbl_mine');
  await plain.createContact();
  await eventually(() => expect(receiver.received).toHaveLength(1));
  const [{ event }] = receiver.received as [(typeof receiver.received)[number]];
  const { delivery_id } = event;
  await eventually(async () => expect((await bot(deliveries, 'list', { id })).data).toMatchObject([{ status: 'retrying' }]));
  expect(await bot(deliveries, 'get_attempt', { id, delivery_id, number: 1 })).toMatchObject({ body: expect.stringContaining('tbl_mine') });
  expect(await bot(deliveries, 'explain', { id, event_id: others })).toMatchObject({ verdict: 'filtered', rule: 'can_use' });

  await allow([]);
  const forbidden = { code: 'forbidden', message: expect.stringContaining('cannot use') };
  await expect(bot(deliveries, 'resend', { id, delivery_id })).rejects.toMatchObject(forbidden);
  await expect(bot(deliveries, 'get_attempt', { id, delivery_id, number: 1 })).rejects.toMatchObject(forbidden);
  expect(await bot(deliveries, 'explain', { id, event_id: event.id })).toMatchObject({ verdict: 'filtered', rule: 'can_use' });
  advanceClock(services, 60_000);
  await eventually(async () =>
    expect((await bot(deliveries, 'list', { id })).data).toMatchObject([{ status: 'skipped', next_attempt_at: null }]),
  );
  const { recovery } = await bot(deliveries, 'recover', { id, since: '2020-01-01T00:00:00Z', statuses: ['dead', 'missed'] });
  await eventually(async () =>
    expect(await bot(deliveries, 'get_recovery', { id, recovery_id: recovery!.id })).toMatchObject({ status: 'done' }),
  );
  await eventually(async () =>
    expect((await bot(deliveries, 'list', { id })).data).toMatchObject([{ status: 'skipped', attempts: [{ number: 1 }] }]),
  );
  expect(receiver.received).toHaveLength(1);
  await receiver.close();
  await plain.receiver.close();
});
