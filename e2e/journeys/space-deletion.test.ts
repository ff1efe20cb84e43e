import { afterAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { operator } from '../profile.ts';
import { newSpace } from '../space.ts';
import { answerOf, space } from '../space-command.ts';
import { closeReceivers, newWebhookSpace } from './webhook-space.ts';

// A command is a program that has to start.
jest.setTimeout(180_000);

afterAll(closeReceivers);

const TIMEOUT = { timeout: 15_000 };

test('a Space that is being deleted refuses keys, shows no page and delivers nothing, and all of it is back when that is taken back', async () => {
  const { client, request, space_id, receiver, received } = await newWebhookSpace({
    event_types: ['contact_created', 'automation_run_succeeded'],
  });
  const { id: site } = await client.sites.create({ title: 'Engines' });
  const { id: page } = await client.pages.create({ title: 'Home', site_id: site, layout_html: '<h1>Engines</h1>' });
  const { url } = await client.pages.publish({ id: page });
  const form = await client.forms.create({ name: 'Survey', fields: [{ key: 'email', label: 'Email', type: 'email' }] });
  const formUrl = `${new URL(url!).origin}/f/${form.id}`;
  await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  await received('contact_created');
  const statusOf = async (address: string) => (await fetch(address)).status;
  expect([await statusOf(url!), await statusOf(formUrl)]).toEqual([200, 200]);

  const closed = await operator.settings.delete_space({ space_id, name: 'Test Space' });
  expect(closed.delete_at).not.toBeNull();
  await eventually(async () => {
    expect((await request('GET', '/contacts')).status).toBe(401);
    expect([await statusOf(url!), await statusOf(formUrl)]).toEqual([404, 404]);
  }, TIMEOUT);
  const before = receiver.received.length;

  expect((await operator.settings.restore_space({ space_id })).delete_at).toBeNull();
  await eventually(async () => {
    expect((await request('GET', '/contacts')).status).toBe(200);
    expect([await statusOf(url!), await statusOf(formUrl)]).toEqual([200, 200]);
  }, TIMEOUT);
  await client.contacts.create({ name: 'Grace', email: 'grace@example.com' });
  await eventually(() => expect(receiver.received.length).toBe(before + 1), TIMEOUT);
});

test('another name than that of the Space deletes nothing', async () => {
  const { space_id, request } = await newSpace();
  await expect(operator.settings.delete_space({ space_id, name: 'Other' })).rejects.toMatchObject({ status: 400, code: 'invalid' });
  expect((await request('GET', '/contacts')).status).toBe(200);
});

test('npm run space closes a Space by its id and its name, and opens it again', async () => {
  const { space_id, request } = await newSpace();
  const waitForStatus = (status: number) =>
    eventually(async () => expect((await request('GET', '/contacts')).status).toBe(status), TIMEOUT);
  const wrong = await space('spaces', 'delete', space_id, '--name', 'Other');
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('must be the name of the Space, “Test Space”')]);
  expect(await answerOf('spaces', 'delete', space_id, '--name', 'Test Space')).toMatchObject({
    id: space_id,
    delete_at: expect.any(String),
  });
  await waitForStatus(401);
  expect(await answerOf('spaces', 'restore', space_id)).toMatchObject({ id: space_id, delete_at: null });
  await waitForStatus(200);
});
