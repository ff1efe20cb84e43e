import { expect, test } from '@jest/globals';
import { MAX_PAGE_BYTES } from '@space/contracts/core';
import { MAX_SECRET_HOSTS, MAX_SECRETS_PER_SPACE } from '@space/contracts/integrations';
import { MAX_TASK_DESCRIPTION } from '@space/contracts/work';
import { eventually } from '@space/runtime/testing';
import { operator } from '../profile.ts';
import { newSpace } from '../space.ts';
import { type Arguments, operations } from '../surface/operations.ts';
import { expectWithinBudget } from './expect-budget.ts';
import { measure } from './process-cost.ts';
import { sendJson } from './send.ts';
import { mcpRequest, toolCall } from './tool-calls.ts';
import { requestOf } from './worst-calls.ts';

test('forty lists of large contacts at the same time leave memory for other Spaces', async () => {
  const [{ api_key }, other] = [await newSpace(), await newSpace()];
  const bio = 'x'.repeat(900_000);
  for (let n = 0; n < 30; n++)
    expect(
      await sendJson('POST', '/contacts', api_key, { name: 'Ada', email: `ada.${n}@example.com`, custom_fields: { bio } }),
    ).toMatchObject({ status: 201 });
  const lists = () =>
    measure(async () => {
      const all = Array.from({ length: 40 }, () => sendJson('GET', '/contacts?limit=200', api_key));
      const others = await Promise.all(Array.from({ length: 10 }, () => sendJson('GET', '/contacts', other.api_key)));
      return { lists: await Promise.all(all), others };
    });
  const { result, memory_mb } = await lists();
  expect(result.others.map(({ status }) => status)).toEqual(Array(10).fill(200));
  // A slow machine does not read all of them before the deadline of a call.
  expect([200, 429, 503, 504]).toEqual(expect.arrayContaining([...new Set(result.lists.map(({ status }) => status))]));
  expect(Math.max(...result.lists.map(({ bytes }) => bytes))).toBeLessThan(MAX_PAGE_BYTES + 65_536);
  expect(memory_mb).toBeLessThan(400);
  await eventually(async () => expect((await sendJson('GET', '/contacts?limit=1', other.api_key)).status).toBe(200));
});

const operationOf = (id: string) => operations.find((entry) => entry.id === id)!;

test('members of an audience and rows that differ from a snapshot are cheap to list at their largest', async () => {
  const space = await newSpace();
  const { client } = space;
  for (let n = 0; n < 12; n++)
    await client.contacts.create({ name: 'Ada', email: `ada.${n}@example.com`, custom_fields: { bio: 'x'.repeat(900_000) } });
  const { id } = await client.audiences.create({ name: 'All', condition: { field: 'name', op: 'contains', value: 'Ada' } });
  const columns = Array.from({ length: 10 }, (_, n) => ({ key: `c${n}`, label: 'Text', type: 'long_text' as const }));
  const { id: table_id } = await client.tables.create({ name: 'Deals', columns });
  const row = (letter: string) => Object.fromEntries(columns.map(({ key }) => [key, letter.repeat(95_000)]));
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) ids.push((await client.rows.create({ table_id, data: row('x') })).id);
  const { id: snapshot_id } = await client.snapshots.create({ table_id, label: 'Before' });
  for (const row_id of ids) await client.rows.update({ table_id, row_id, data: row('y') });
  const calls: readonly (readonly [id: string, args: Arguments])[] = [
    ['audiences.contacts', { id, limit: 200, include_total: true }],
    ['contacts.list', { audience_id: id, sort: '-name', limit: 200, include_total: true }],
    ['snapshots.diff', { table_id, snapshot_id, limit: 200 }],
    ['rows.list', { table_id, limit: 200, include_total: true }],
    ['rows.history', { table_id, row_id: ids[0], limit: 200 }],
    ['rows.export', { table_id, limit: 1_000 }],
  ];
  for (const [name, args] of calls) {
    expect(await expectWithinBudget(name, requestOf(operationOf(name), space, args))).toMatchObject({ status: 200 });
    const tool = operationOf(name).operation.tools![0]!.name;
    expect(await expectWithinBudget('tool', mcpRequest(space, toolCall('call_tool', { name: tool, arguments: args })), tool)).toMatchObject(
      { status: 200 },
    );
  }
  const download = requestOf(operationOf('rows.export'), space, { table_id }, { accept: 'text/csv' });
  expect(await expectWithinBudget('download', download)).toMatchObject({ status: 200 });
});

test('the list of secrets at the largest size of each', async () => {
  const space = await newSpace();
  const { space_id } = space;
  const hosts = Array.from({ length: MAX_SECRET_HOSTS }, (_, at) => `h${at}.${`${'x'.repeat(60)}.`.repeat(3)}example.com`);
  const secret = { value: 'eight characters', hosts, agents: '*' as const, description: 'd'.repeat(400) };
  for (let at = 0; at < MAX_SECRETS_PER_SPACE; at += 1)
    await operator.secret_settings.set_secret({ space_id, name: `S${String(at).padStart(3, '0')}`.padEnd(64, 'X'), ...secret });
  const answer = await expectWithinBudget(
    'secrets.list',
    requestOf(operationOf('secrets.list'), space, { limit: 200, include_total: true }),
  );
  expect(answer).toMatchObject({ status: 200 });
});

test('the history of a task whose description changed at its largest', async () => {
  const space = await newSpace();
  const { id } = await space.client.tasks.create({ title: 'Call the printer' });
  for (const letter of 'abcdefghijklmnopqrstuvwxyz')
    await space.client.tasks.update({ id, description: letter.repeat(MAX_TASK_DESCRIPTION) });
  const answer = await expectWithinBudget('tasks.history', requestOf(operationOf('tasks.history'), space, { id, limit: 200 }));
  expect(answer).toMatchObject({ status: 200 });
});
