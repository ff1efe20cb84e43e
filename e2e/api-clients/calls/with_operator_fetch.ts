import createClient from 'openapi-fetch';
import type { components, paths } from './operator-typescript';

const [, , baseUrl, token] = process.argv as [string, string, string, string];
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });

async function main(): Promise<void> {
  const { data: space } = await client.POST('/operator/spaces', { body: { name: 'Generated' } });
  const path = { space_id: space?.id ?? '' };
  await client.POST('/operator/spaces/{space_id}/keys', { params: { path }, body: { name: 'Reader', scopes: ['contacts:read'] } });
  const { data: keys } = await client.GET('/operator/spaces/{space_id}/keys', { params: { path } });
  const { error } = await client.GET('/operator/spaces/{space_id}/usage', { params: { path: { space_id: 'spc_missing' } } });
  const problem: components['schemas']['Problem'] | undefined = error;
  const answer = { space: space?.name, keys: keys?.data.map(({ name }) => name) };
  process.stdout.write(JSON.stringify({ ...answer, code: problem?.code, status: problem?.status }));
}

void main();
