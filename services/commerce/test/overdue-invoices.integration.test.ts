import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@space/database';
import { createWriter } from '@space/event-log';
import { emittedIn } from '@space/runtime/testing';
import { announceOverdueInvoices } from '../src/tasks/overdue-invoices.ts';
import { commerceRows } from './fixtures/commerce-rows.ts';
import { newConnection, startFindings } from './fixtures/found-events.ts';
import { changeInvoices } from './fixtures/stored-rows.queries.ts';

let started: Awaited<ReturnType<typeof startFindings>>;
beforeAll(async () => {
  started = await startFindings();
});
afterAll(() => started.stop());

/** Announces what is overdue, as the task does each minute. */
const announce = () => announceOverdueInvoices({ ...started.ports, write: createWriter('commerce', started.ports) });

/** Returns the ids of the invoices that were announced in a Space. */
const announcedIn = async (space: string) =>
  (await emittedIn(started.ports.database, 'commerce', space)).map(({ data }) => (data as { invoice_id: string }).invoice_id);

/** Inserts overdue invoices of a new connection, the earliest due first. */
async function newOverdue(count: number, { contact_id = null as string | null, year = 2026 } = {}) {
  const { space_id, id } = await newConnection(started.ports);
  const rows = commerceRows(started.ports.database, space_id);
  const invoices = [];
  for (let n = 0; n < count; n += 1)
    invoices.push(await rows.invoice(id, { due_at: new Date(Date.UTC(year, 0, 1, 0, n)).toISOString(), contact_id }));
  return { space_id, integration_id: id, ids: invoices.map((invoice) => (invoice as unknown as { id: string }).id) };
}

test('a connection whose contacts are away delays no other one, however many invoices it has', async () => {
  const away = await newOverdue(230, { contact_id: `con_away${newId('con').slice(12)}`, year: 2020 });
  const other = await newOverdue(3);
  await announce();
  expect(await announcedIn(other.space_id)).toEqual(other.ids);
  expect(await announcedIn(away.space_id)).toEqual([]);
  await announce();
  expect(await announcedIn(other.space_id)).toEqual(other.ids);
  await changeInvoices(started.ports, away.space_id, { contact_id: newId('con') });
  await announce();
  expect(await announcedIn(away.space_id)).toEqual(away.ids);
});

test('an invoice that cannot be announced delays no other one', async () => {
  const { space_id, ids } = await newOverdue(3);
  // A currency without known decimals has no amount to show.
  await changeInvoices(started.ports, space_id, { currency: 'XXX' }, ids[0]);
  await announce();
  expect(await announcedIn(space_id)).toEqual(ids.slice(1));
});
