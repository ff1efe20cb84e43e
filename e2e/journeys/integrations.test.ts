import { expect, test } from '@jest/globals';
import { integrationWith, newIntegration } from '../integrations.ts';
import { callTool } from '../journeys/mcp-post.ts';
import { connectAccount, mastodon } from '../social-account.ts';
import { newSpace } from '../space.ts';

test('a revoked token is refused with the way out, its use too, and it recovers when it is connected again', async () => {
  const space = await newSpace();
  const { client, api_key } = space;
  const { id } = await newIntegration(space);
  const { subscription } = await client.event_subscriptions.create({
    kind: 'feed',
    name: 'Health',
    event_types: ['integration_failing', 'integration_recovered'],
    filters: { integration_failing: { kind: 'social' }, integration_recovered: { provider: 'Mastodon' } },
  });
  const server = await mastodon();
  server.fail('/api/v1/statuses', { status: 401, json: { error: 'The access token was revoked' } });
  await client.social.publish({ text: 'It weaves' });
  const refused = await integrationWith(space, 'refused');
  expect(refused).toMatchObject({
    id,
    kind: 'social',
    provider: 'mastodon',
    action_needed: 'reconnect',
    last_error: { code: 'unauthorized', message: expect.stringContaining('an operator must connect it again') },
  });
  await expect(client.social.publish({ text: 'Again' })).rejects.toMatchObject({
    status: 409,
    code: 'disabled',
    message: expect.stringContaining('must connect it again'),
  });
  expect((await callTool(api_key, 'list_integrations', { status: 'refused' })).structuredContent.data).toMatchObject([{ id }]);
  await connectAccount(space.space_id);
  await integrationWith(space, 'connected');
  expect((await client.integrations.list_checks({ id })).data.map(({ outcome }) => outcome)).toEqual(['ok', 'failed', 'ok']);
  const { events } = await client.events.list({ subscription_id: subscription.id, wait: 10 });
  expect(events[0]).toMatchObject({
    type: 'integration_failing',
    data: { integration_id: id, status: 'refused', action_needed: 'reconnect' },
  });
});

test('no key changes an integration, by any method', async () => {
  const space = await newSpace();
  const { id } = await newIntegration(space);
  for (const method of ['POST', 'PATCH', 'DELETE'])
    for (const path of ['/integrations', `/integrations/${id}`, `/integrations/${id}/checks`])
      expect({ method, path, status: (await space.request(method, path, { body: {} })).status }).toEqual({ method, path, status: 405 });
});
