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
  const field_config: components['schemas']['NumberColumnConfig'] = { precision: 2 };
  const { data: table } = await client.POST('/tables', {
    body: {
      name: 'Deals',
      columns: [
        { key: 'done', label: 'Done', type: 'checkbox' },
        { key: 'amount', label: 'Amount', type: 'number', field_config },
      ],
    },
  });
  const config: components['schemas']['KanbanViewConfig'] = { stack_by: 'done' };
  const { data: view } = await client.POST('/tables/{table_id}/views', {
    params: { path: { table_id: table?.id ?? '' } },
    body: { name: 'Board', type: 'kanban', config, is_default: false },
  });
  const found_config = table?.columns.find(({ key }) => key === 'amount')?.field_config;
  const amount = found_config as components['schemas']['NumberColumnConfig'] | undefined;
  const board = view?.config as components['schemas']['KanbanViewConfig'] | undefined;
  const settings = { precision: amount?.precision, stack_by: board?.stack_by };
  const { error } = await client.GET('/tables/{table_id}', { params: { path: { table_id: 'tbl_missing' } } });
  const problem: components['schemas']['Problem'] | undefined = error;
  const answer = { made: made?.name, read: read?.email, found: found?.data.map(({ name, email }) => ({ name, email })), ...settings };
  process.stdout.write(JSON.stringify({ ...answer, code: problem?.code, status: problem?.status }));
}

void main();
