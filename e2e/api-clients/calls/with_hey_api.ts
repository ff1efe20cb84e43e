import { contactsCreate, contactsGet, contactsList, tablesCreate, tablesGet, viewsCreate } from './hey-api';
import { client } from './hey-api/client.gen';
import type { Condition, KanbanViewConfig, NumberColumnConfig, Problem } from './hey-api/types.gen';

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
  const field_config: NumberColumnConfig = { precision: 2 };
  const { data: table } = await tablesCreate({
    body: {
      name: 'Deals',
      columns: [
        { key: 'done', label: 'Done', type: 'checkbox' },
        { key: 'amount', label: 'Amount', type: 'number', field_config },
      ],
    },
    throwOnError: true,
  });
  const config: KanbanViewConfig = { stack_by: 'done' };
  const { data: view } = await viewsCreate({
    path: { table_id: table.id },
    body: { name: 'Board', type: 'kanban', config },
    throwOnError: true,
  });
  const settings = {
    precision: (table.columns.find(({ key }) => key === 'amount')!.field_config as NumberColumnConfig).precision,
    stack_by: (view.config as KanbanViewConfig).stack_by,
  };
  const { error } = await tablesGet({ path: { table_id: 'tbl_missing' } });
  const problem: Problem | undefined = error;
  const answer = { made: made.name, read: read.email, found: found.data.map(({ name, email }) => ({ name, email })), ...settings };
  process.stdout.write(JSON.stringify({ ...answer, code: problem?.code, status: problem?.status }));
}

void main();
