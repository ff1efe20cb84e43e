import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { tableStorage } from '@space/contracts/platform';
import { rows } from '@space/contracts/tables';
import { startServices, type TestServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';
import { newSpace } from './fixtures/space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startServices([contactsService, tablesService]);
});
afterAll(() => services.stop());

test('measures the rows of a Space and their history, and nothing of another Space', async () => {
  const space = newSpace(services);
  const other = newSpace(services);
  const measure = () => space.call(tableStorage, 'measure', {});
  const { id: table_id } = await space.table('Deals', { key: 'name', type: 'text' });
  const empty = await measure();
  expect(empty.files).toBe(0);
  // Random text, since Postgres compresses long values.
  const name = Array.from({ length: 4_000 }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join('');
  const { data } = await space.call(rows, 'create_bulk', { table_id, rows: Array.from({ length: 20 }, () => ({ name })) });
  const bytes = 20 * Buffer.byteLength(name);
  const full = await measure();
  expect(full.rows - empty.rows).toBeGreaterThanOrEqual(20);
  expect(full.bytes - empty.bytes).toBeGreaterThan(0.8 * bytes);
  expect(full.bytes - empty.bytes).toBeLessThan(1.2 * bytes + 20_000);
  await space.call(rows, 'delete_bulk', { table_id, row_ids: data.map(({ id }) => id) });
  const deleted = await measure();
  // The history has the deleted rows until its retention ends.
  expect(deleted.bytes).toBeGreaterThan(empty.bytes + 0.8 * bytes);
  expect(deleted.bytes).toBeLessThan(full.bytes + 20_000);
  expect(await other.call(tableStorage, 'measure', {})).toEqual({ bytes: 0, rows: 0, files: 0 });
});
