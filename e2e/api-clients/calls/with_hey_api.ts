import { contactsCreate, contactsGet, contactsList, tablesGet } from './hey-api';
import { client } from './hey-api/client.gen';
import type { Condition, Problem } from './hey-api/types.gen';

const [, , baseUrl, key] = process.argv as [string, string, string, string];
client.setConfig({ baseUrl, auth: key });

async function main(): Promise<void> {
  const { data: made } = await contactsCreate({ body: { name: 'Ada', email: 'ada.hey@example.com' }, throwOnError: true });
  const { data: read } = await contactsGet({ path: { id: made.id }, throwOnError: true });
  const rule: Condition = { field: 'email', op: 'eq', value: 'ada.hey@example.com' };
  const { data: found } = await contactsList({
    query: { condition: JSON.stringify(rule), fields: ['name', 'email'] },
    throwOnError: true,
  });
  const { error } = await tablesGet({ path: { table_id: 'tbl_missing' } });
  const problem: Problem | undefined = error;
  const answer = { made: made.name, read: read.email, found: found.data.map(({ name, email }) => ({ name, email })) };
  process.stdout.write(JSON.stringify({ ...answer, code: problem?.code, status: problem?.status }));
}

void main();
