import { afterAll, expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { operator } from '../profile.ts';
import { accountArguments, connectAccount, mastodon } from '../social-account.ts';
import { newSpace } from '../space.ts';
import { closeReceivers, newWebhookSpace } from './webhook-space.ts';

afterAll(closeReceivers);

test('an operator connects an account; a key drafts and publishes and gets the result; no response contains the secret', async () => {
  const space = await newWebhookSpace();
  const { client, space_id } = space;
  const account = await connectAccount(space_id);
  expect(await client.social.list_accounts()).toMatchObject({ data: [{ id: account.id, platform: 'mastodon' }] });
  const draft = await client.social.create_draft({ text: 'It weaves algebraical patterns' });
  expect(draft.status).toBe('draft');
  const sent = await client.social.publish({ post_id: draft.id });
  expect(['publishing', 'published']).toContain(sent.status);
  const { event } = await space.received('social_post_published');
  expect(event.data).toMatchObject({ social_post_id: draft.id, account_id: account.id, platform: 'mastodon' });
  await eventually(async () => expect((await client.social.get_post({ id: draft.id })).status).toBe('published'), { timeout: 15_000 });
  const { statuses } = await mastodon();
  expect(statuses.filter(({ content }) => content.status === draft.text)).toHaveLength(1);
  const answers = JSON.stringify([await client.social.list_accounts(), await client.social.list_posts({}), event]);
  expect(answers).not.toContain('token-of-');
});

test('a key cannot connect an account, and cannot publish without social:run', async () => {
  const { client, request, space_id } = await newSpace({ scopes: ['social:read', 'social:write'] });
  const { status } = await request('POST', '/social/accounts', { body: { space_id, ...(await accountArguments()) } });
  expect([404, 405]).toContain(status);
  await connectAccount(space_id);
  const { id } = await client.social.create_draft({ text: 'Not by this key' });
  expect((await request('POST', '/social/publish', { body: { post_id: id } })).body).toMatchObject({ status: 403, code: 'missing_scope' });
  expect((await client.social.get_post({ id })).status).toBe('draft');
  expect((await operator.social_settings.list_accounts({ space_id })).data).toHaveLength(1);
});
