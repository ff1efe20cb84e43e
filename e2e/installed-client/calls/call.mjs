// Calls the API with the installed client, in any runtime with the global `process`. Prints its findings as JSON.
import { createClient, SpaceError } from '@space/client';
import { verifyWebhook } from '@space/client/webhooks';

const [base_url, api_key, delivery, losing_url] = process.argv.slice(2);
const space = createClient({ base_url, api_key });
for (const name of ['a', 'b', 'c', 'd', 'e']) await space.contacts.create({ name, email: `${name}@example.com` });
const names = [];
for await (const { name } of space.contacts.list({ limit: 2 })) names.push(name);
const table = await space.tables.create({ name: 'Deals', columns: [{ key: 'name', label: 'Name', type: 'text' }] });
for (const name of ['Engine', 'Loom']) await space.rows.create({ table_id: table.id, data: { name } });
const found = await space.rows.list({ table_id: table.id, filters: [{ column_key: 'name', op: 'eq', value: 'Loom' }] });
const error = await space.contacts.get({ id: 'con_missing' }).catch((reason) => reason);
const losing = createClient({ base_url: losing_url, api_key });
const repeated = [await losing.contacts.get({ id: 'con_1' }), await losing.contacts.create({ email: 'ada@example.com' })].map(
  ({ id }) => id,
);
const { secret, ...received } = JSON.parse(delivery);
const event = await verifyWebhook(received, secret);
const forged = await verifyWebhook({ ...received, body: `${received.body} ` }, secret).catch((reason) => reason.name);
console.log(
  JSON.stringify({
    names: names.sort(),
    rows: found.data.map(({ data }) => data.name),
    error: [error instanceof SpaceError, error.status, error.code],
    repeated,
    event: event.type,
    forged,
  }),
);
