import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, jest, test } from '@jest/globals';
import { createClient } from '@space/client';
import { verifyWebhook } from '@space/client/webhooks';
import { eventually, type Receiver, startReceiver } from '@space/runtime/testing';
import { startFakeMastodon } from '../../services/publishing/test/fixtures/fake-mastodon.ts';
import { runProgram } from '../program.ts';
import { cleanUp, type Launched, launch, newFolder, settings } from './launch.ts';

jest.setTimeout(180_000);
afterAll(cleanUp);

const clientOf = ({ connection }: Launched) => createClient({ base_url: connection.base_url, api_key: connection.api_key });
const statusOf = async (url: string, init?: RequestInit): Promise<number> => (await fetch(url, init)).status;

const hook = (receiver: Receiver) => ({ kind: 'webhook' as const, name: 'Hook', url: receiver.url, event_types: ['*' as const] });

test('the documented rotation leaves everything readable that was stored or handed out before', async () => {
  const folder = await newFolder();
  const env = await settings(folder, { SPACE_WEBHOOK_ALLOW: '127.0.0.0/8' });
  const [receiver, mastodon] = [await startReceiver(), await startFakeMastodon(() => Date.now())];
  const keyFile = join(folder, 'secret.key');
  const before = await launch(env);
  const client = clientOf(before);
  const operator = createClient({ base_url: before.connection.base_url, api_key: before.connection.operator_token });

  // One of everything that holds or depends on a secret.
  const created = await client.event_subscriptions.create(hook(receiver), { idempotency_key: 'hook' });
  const { subscription, secret } = created;
  const { subscription: feed } = await client.event_subscriptions.create({ kind: 'feed', name: 'Feed', event_types: ['*'] });
  await operator.social_settings.connect_account({
    space_id: before.connection.space_id,
    platform: 'mastodon',
    server: mastodon.url,
    secret: mastodon.tokenOf('ada'),
  });
  const { id: table_id } = await client.tables.create({ name: 'Deals', columns: [{ key: 'name', label: 'Name', type: 'text' }] });
  const view = await client.views.create({ table_id, name: 'All', config: { columns: [{ column_key: 'name' }] } });
  const link = await client.share_links.create({ table_id, view_id: view.id });
  const form = await client.forms.create({
    name: 'News',
    double_opt_in: true,
    fields: [{ key: 'email', type: 'email', label: 'E-mail' }],
  });
  await client.forms.submit({ id: form.id, data: { email: 'ada@example.com' } });
  for (const name of ['One', 'Two', 'Three']) await client.contacts.create({ name, email: `${name}@example.com` });
  const page = await client.contacts.list({ limit: 1 });
  const pulled = await eventually(async () => {
    const events = await client.events.list({ subscription_id: feed.id });
    expect(events.events.length).toBeGreaterThanOrEqual(4);
    return events;
  });
  const [submission] = (await client.form_submissions.list({ id: form.id })).data;
  const { confirmation_url: confirmation } = await client.form_submissions.create_link({ id: form.id, submission_id: submission!.id });

  // The steps of docs/operations/rotate-secret-key.md.
  const old = (await readFile(keyFile, 'utf8')).trim();
  const next = randomBytes(32).toString('base64');
  await before.end('SIGTERM');
  await writeFile(keyFile, `${next},${old}`);
  const between = await launch(env);
  const rotated = await runProgram('scripts/rotate-secret-key.ts', [], { SPACE_DATA_DIR: folder });
  // The secret of the webhook, the token of the account, the link, and the stored responses: the client sends idempotency keys.
  expect(rotated).toEqual({ code: 0, stdout: 'Encrypted 7 secrets with the first key of SPACE_SECRET_KEY.\n', stderr: '' });
  await between.end('SIGTERM');
  await writeFile(keyFile, next);
  const after = clientOf(await launch(env));

  expect(await after.event_subscriptions.create(hook(receiver), { idempotency_key: 'hook' })).toEqual(created);
  receiver.received.length = 0;
  expect(await after.deliveries.test({ id: subscription.id })).toMatchObject({ status: 'succeeded' });
  expect(await verifyWebhook(receiver.received[0]!, secret!)).toMatchObject({ type: expect.any(String) });
  const draft = await after.social.create_draft({ text: 'It weaves algebraical patterns' });
  await after.social.publish({ post_id: draft.id });
  await eventually(async () => expect((await after.social.get_post({ id: draft.id })).status).toBe('published'), { timeout: 15_000 });
  expect((await after.share_links.list({ table_id })).data).toMatchObject([{ url: link.url }]);
  expect(await statusOf(link.url)).toBe(200);
  expect((await after.contacts.list({ limit: 1, cursor: page.next_cursor! })).data).toMatchObject([{ name: 'Two' }]);
  const { id } = await after.contacts.create({ name: 'Later', email: 'later@example.com' });
  await eventually(async () => {
    const { events } = await after.events.list({ subscription_id: feed.id, after: pulled.next_cursor });
    expect(events.map(({ data }) => (data as { contact_id?: string }).contact_id)).toContain(id);
  });
  expect(await statusOf(confirmation, { method: 'POST', body: new URLSearchParams() })).toBe(200);
  await Promise.all([receiver.close(), mastodon.close()]);
});
