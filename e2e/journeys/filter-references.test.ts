import { expect, test } from '@jest/globals';
import { eventTypes, filterReferences } from '@space/contracts/events';
import { newOrder } from '../payments.ts';
import { operator } from '../profile.ts';
import { connectAccount } from '../social-account.ts';
import { newSpace, type TestSpace } from '../space.ts';
import { validInput } from '../surface/fixtures.ts';
import { call, operations } from '../surface/operations.ts';

/** The operation that creates the thing that a filter names, by the key of the filter. */
const creators: Readonly<Record<string, string>> = {
  audience_id: 'audiences.create',
  table_id: 'tables.create',
  site_id: 'sites.create',
  page_id: 'pages.create',
  project_id: 'projects.create',
  folder_id: 'folders.create',
  document_id: 'documents.create',
  whiteboard_id: 'whiteboards.create',
  collection_id: 'blog_collections.create',
  post_id: 'blog_posts.create',
  social_post_id: 'social.create_draft',
  planner_id: 'social.create_planner',
  form_id: 'forms.create',
  booking_page_id: 'booking_pages.create',
  automation_id: 'automations.create',
  subscription_id: 'event_subscriptions.create',
};

/** Returns the id of the thing that an operation creates with its example. */
async function create(space: TestSpace, id: string): Promise<string> {
  const entry = operations.find((one) => one.id === id)!;
  const { status, body } = await call(space.request, entry, validInput(entry));
  expect({ id, status }).toEqual({ id, status: 201 });
  return body.id ?? body.subscription.id;
}

/** Creates each thing that a filter can name, and returns its id by the key of the filter. */
async function createAll(space: TestSpace): Promise<Readonly<Record<string, string>>> {
  const ids: Record<string, string> = { account_id: (await connectAccount(space.space_id)).id };
  const { id: contact } = await space.client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  await space.client.contacts.tag({ id: contact, tags: ['vip'] });
  const { space_id } = space;
  ids.secret_id = (
    await operator.secret_settings.set_secret({ space_id, name: 'CRM_TOKEN', value: 'the token of the CRM', hosts: ['api.crm.example'] })
  ).id;
  const { shop, order } = await newOrder(space);
  ids.integration_id = shop.id;
  ids.product_id = order.product_id!;
  ids.tag_id = (await space.client.tags.list()).data[0]!.id;
  for (const [key, id] of Object.entries(creators)) ids[key] = await create(space, id);
  ids.folder_ids = ids.folder_id!;
  return ids;
}

/** Returns filters by each key, for the first event type that has it, with values from `idOf`. */
function filtersBy(idOf: (key: string) => string) {
  const filters: Record<string, Record<string, string>> = {};
  for (const key of filterReferences.keys()) {
    const { type } = [...eventTypes.values()].find((one) => (one.filters as readonly string[]).includes(key))!;
    filters[type] = { ...filters[type], [key]: idOf(key) };
  }
  return filters;
}

test('a filter by the id of each kind of thing is accepted when the Space has it, and refused with all others when not', async () => {
  const [space, other] = [await newSpace(), await newSpace()];
  const ids = await createAll(space);
  expect(Object.keys(ids).sort()).toEqual([...filterReferences.keys()].sort());
  const feed = { kind: 'feed', name: 'Feed', event_types: ['*'], filters: filtersBy((key) => ids[key]!) };
  expect((await space.request('POST', '/event-subscriptions', { body: feed })).status).toBe(201);
  const refused = await other.request('POST', '/event-subscriptions', { body: feed });
  expect(refused.body).toMatchObject({ status: 422, code: 'unresolved_reference' });
  const named = refused.body.errors.map(({ path }: { path: string }) => path.split('.').at(-1));
  expect(named.sort()).toEqual([...filterReferences.keys()].sort());
});
