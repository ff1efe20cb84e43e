import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createClient } from '@space/client';
import { startReceiver } from '@space/runtime/testing';
import { cleanUp, type Launched, launch, newFolder, settingsWithDatabase } from './launch.ts';

jest.setTimeout(180_000);

let space: Launched;
beforeAll(async () => {
  space = await launch(await settingsWithDatabase(await newFolder()));
});
afterAll(cleanUp);

const client = () => createClient({ base_url: space.connection.base_url, api_key: space.connection.api_key });
const webhook = (url: string) => client().event_subscriptions.create({ kind: 'webhook', name: 'Hook', url, event_types: ['*'] });

/** This machine, in every spelling that URL parsers accept. */
const spellings = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.255.255.255',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '①②⑦.0.0.1',
  '127。0。0。1',
  'localhost',
  'localhost.',
  'LOCALHOST',
  'ⓛocalhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
];

test.each(spellings)('without SPACE_WEBHOOK_ALLOW a webhook at https://%s/ is rejected', async (host) => {
  await expect(webhook(`https://${host}/`)).rejects.toMatchObject({ status: 422, code: 'unsafe_url' });
});

test('without SPACE_WEBHOOK_ALLOW every webhook with http:// is rejected', async () => {
  for (const host of ['93.184.216.34', '127.0.0.1', 'localhost'])
    await expect(webhook(`http://${host}/`)).rejects.toMatchObject({
      status: 422,
      code: 'unsafe_url',
      message: expect.stringMatching(/https/),
    });
});

test('a stored webhook is not contacted after its address is no longer allowed', async () => {
  const receiver = await startReceiver();
  const env = await settingsWithDatabase(await newFolder(), { SPACE_WEBHOOK_ALLOW: '127.0.0.0/8' });
  const open = await launch(env);
  const before = createClient({ base_url: open.connection.base_url, api_key: open.connection.api_key });
  const { subscription } = await before.event_subscriptions.create({
    kind: 'webhook',
    name: 'Hook',
    url: receiver.url,
    event_types: ['*'],
  });
  expect(await before.deliveries.test({ id: subscription.id })).toMatchObject({ status: 'succeeded' });
  await open.end('SIGTERM');

  const { SPACE_WEBHOOK_ALLOW: _, ...closed } = env;
  const shut = await launch(closed);
  const after = createClient({ base_url: shut.connection.base_url, api_key: shut.connection.api_key });
  expect(await after.deliveries.test({ id: subscription.id })).toMatchObject({
    status: 'dead',
    attempts: [{ response_code: null, error: 'unsafe_address' }],
  });
  expect(receiver.received).toHaveLength(1);
  await receiver.close();
});
