import { contactsCreate, contactsGet, tablesGet } from './hey-api';
import { client } from './hey-api/client.gen';
import type { Problem } from './hey-api/types.gen';

const [, , baseUrl, key] = process.argv as [string, string, string, string];
client.setConfig({ baseUrl, auth: key });

async function main(): Promise<void> {
  const { data: made } = await contactsCreate({ body: { name: 'Ada', email: 'ada.hey@example.com' }, throwOnError: true });
  const { data: read } = await contactsGet({ path: { id: made.id }, throwOnError: true });
  const { error } = await tablesGet({ path: { table_id: 'tbl_missing' } });
  const problem: Problem | undefined = error;
  process.stdout.write(JSON.stringify({ made: made.name, read: read.email, code: problem?.code, status: problem?.status }));
}

void main();
