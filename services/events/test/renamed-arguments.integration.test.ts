import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { sql } from '@space/database';
import { applyAgain } from '@space/database/testing';
import type { TestServices } from '@space/runtime/testing';
import { eventsService } from '../src/service.ts';
import { startAutomations } from './fixtures/automation-services.ts';
import { createAutomationSpace } from './fixtures/automation-space.ts';

const { automations } = contracts;
let services: TestServices;
beforeAll(async () => {
  services = await startAutomations();
});
afterAll(() => services.stop());

type Actions = readonly { readonly operation: string; readonly arguments: object }[];

/** Stores actions as they were before a migration, applies it and returns the actions that an automation then has. */
async function migrated(actions: Actions, migration: string): Promise<unknown> {
  const { call, createAutomation } = createAutomationSpace(services);
  const id = await createAutomation({ actions: [{ operation: 'contacts.list', arguments: {} }] });
  await services.ports.database.query(sql.typeAlias('void')`
    update events.automation set actions = ${JSON.stringify(actions)}::json where id = ${id}`);
  await applyAgain(services.ports.url, { schema: eventsService.schema, folder: eventsService.migrations! }, migration);
  return (await call(automations, 'get', { id })).actions;
}

test('stored actions name the zone of a column timezone, and their cells and texts stay', async () => {
  const table = { table_id: 'tbl_01jd0000000000000000000000' };
  const field_config = (zone: string) => ({ format: '"time_zone": text', [zone]: 'Europe/Berlin' });
  const actions = (zone: string) => [
    { operation: 'rows.create', arguments: { ...table, data: { time_zone: 'a cell' } } },
    { operation: 'columns.create', arguments: { ...table, key: 'at', label: 'At', type: 'datetime', field_config: field_config(zone) } },
    { operation: 'columns.check_formula', arguments: { ...table, expression: 'NOW()', [zone]: 'Europe/Berlin' } },
  ];
  expect(await migrated(actions('time_zone'), '003-timezone.sql')).toEqual(actions('timezone'));
});

test('stored actions list posts by a list of tags, and conditions with a tag stay', async () => {
  const actions = (filter: object) => [
    { operation: 'audiences.create', arguments: { name: 'VIP', condition: { tag: 'vip' } } },
    { operation: 'blog_posts.list', arguments: { status: 'draft', ...filter } },
  ];
  const tag = 'R&D "Labs", \\ {{payload.tag}}';
  expect(await migrated(actions({ tag }), '004-tags-of-posts.sql')).toEqual(actions({ tags: [tag] }));
});

test('stored actions publish pages and posts at publish_at, take them down at unpublish_at, and social posts stay', async () => {
  const at = '2199-01-01T00:00:00Z';
  const social = { operation: 'social.publish', arguments: { post_id: 'soc_1', scheduled_at: at } };
  const actions = (publish: string, unpublish: string) => [
    { operation: 'pages.publish', arguments: { id: '"scheduled_at": {{event.data.page_id}}', [publish]: at } },
    { operation: 'pages.publish', arguments: { id: 'pag_1', publish: false, [unpublish]: at } },
    { operation: 'blog_posts.publish', arguments: { id: 'pst_1', publish: true, [publish]: null } },
    { operation: 'blog_posts.publish', arguments: { id: 'pst_1', publish: false } },
    social,
  ];
  expect(await migrated(actions('scheduled_at', 'scheduled_at'), '005-publish-times.sql')).toEqual(actions('publish_at', 'unpublish_at'));
});
