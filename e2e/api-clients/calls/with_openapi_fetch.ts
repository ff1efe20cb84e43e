import createClient from 'openapi-fetch';
import type { components, paths } from './openapi-typescript';

const [, , baseUrl, key] = process.argv as [string, string, string, string];
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

async function main(): Promise<void> {
  const { data: made } = await client.POST('/contacts', { body: { name: 'Ada', email: 'ada.fetch@example.com' } });
  const { data: read } = await client.GET('/contacts/{id}', { params: { path: { id: made?.id ?? '' } } });
  const rule: components['schemas']['Condition'] = { field: 'email', op: 'eq', value: 'ada.fetch@example.com' };
  const { data: found } = await client.GET('/contacts', {
    params: { query: { condition: JSON.stringify(rule), fields: ['name', 'email'] } },
  });
  const { error } = await client.GET('/tables/{table_id}', { params: { path: { table_id: 'tbl_missing' } } });
  const problem: components['schemas']['Problem'] | undefined = error;
  const answer = { made: made?.name, read: read?.email, found: found?.data.map(({ name, email }) => ({ name, email })) };
  process.stdout.write(JSON.stringify({ ...answer, code: problem?.code, status: problem?.status }));
}

void main();
