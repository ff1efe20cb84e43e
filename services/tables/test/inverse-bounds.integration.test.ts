import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { MAX_INVERSE_LINKS, rows, tables } from '@space/contracts/tables';
import { callAs, newSpaceCaller, startServices, type TestServices } from '@space/runtime/testing';
import { tablesService } from '../src/service.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService, tablesService]);
});
afterAll(() => space.stop());

test('a row shows a bounded number of the rows that link to it, and says that there are more', async () => {
  const call = callAs(space.ports, newSpaceCaller());
  const projects = await call(tables, 'create', { name: 'Projects', columns: [{ key: 'name', label: 'Name', type: 'text' }] } as never);
  const project = await call(rows, 'create', { table_id: projects.id, data: { name: 'Engine' } });
  const target = { table_id: projects.id, cardinality: 'one', symmetric_key: 'tasks' };
  const tasks = await call(tables, 'create', {
    name: 'Tasks',
    columns: [
      { key: 'name', label: 'Name', type: 'text' },
      { key: 'project', label: 'Project', type: 'reference', reference_target: target },
    ],
  } as never);
  const add = (count: number) =>
    call(rows, 'create_bulk', {
      table_id: tasks.id,
      rows: Array.from({ length: count }, (_, at) => ({ name: `Task ${at}`, project: [project.id] })),
    } as never);
  const read = () => call(rows, 'get', { table_id: projects.id, row_id: project.id });
  for (let at = 0; at < MAX_INVERSE_LINKS / 100; at += 1) await add(100);
  const whole = await read();
  expect([(whole.data.tasks as unknown[]).length, whole._errors]).toEqual([MAX_INVERSE_LINKS, undefined]);
  await add(1);
  const cut = await read();
  expect((cut.data.tasks as unknown[]).length).toBe(MAX_INVERSE_LINKS);
  expect(cut._errors).toMatchObject({ tasks: { code: 'truncated', message: expect.stringContaining('filter') } });
});
