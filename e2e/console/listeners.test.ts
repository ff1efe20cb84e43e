import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { verifyWebhook } from '@space/client/webhooks';
import { eventually } from '@space/runtime/testing';
import type { Browser, Page } from 'playwright-core';
import { closeReceivers, newWebhookSpace, type WebhookSpace } from '../journeys/webhook-space.ts';
import { openBrowser, picture } from '../pages/browser.ts';
import { newMember } from '../people.ts';
import { expectFit, openConsole } from './console-page.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => Promise.all([browser?.close(), closeReceivers()]));

/** Creates a Space with a webhook of new contacts, and opens its console as an owner. */
async function openWebhookSpace() {
  const space = await newWebhookSpace({ event_types: ['contact_created'] });
  const opened = await openConsole(browser, await newMember(space.space_id));
  return { ...space, ...opened, address: `/spaces/${space.space_id}` };
}

const createContact = ({ client }: WebhookSpace, name: string) =>
  client.contacts.create({ name, email: `${name.toLowerCase()}@example.com` });

const waitForCount = ({ receiver }: WebhookSpace, count: number): Promise<void> =>
  eventually(() => expect(receiver.received).toHaveLength(count));

/** Waits until the log has an event of a type. */
const waitForEvent = ({ client }: WebhookSpace, type: string): Promise<void> =>
  eventually(async () => expect((await client.events.search({ types: [type] })).data).toHaveLength(1));

/** Opens the event that the first row of the log shows, and returns its id. */
async function openFirstEvent(page: Page): Promise<string> {
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Contact created', level: 1 }).waitFor();
  return page.url().split('/').at(-1)!;
}

test('an event that a webhook missed is explained, and is sent when the webhook is enabled and recovered', async () => {
  const space = await openWebhookSpace();
  const { page, complaints, open, address, webhook_id } = space;
  await open(`${address}/listeners/${webhook_id}`);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Enable' }).waitFor();
  await createContact(space, 'Ada');

  await waitForEvent(space, 'contact_created');
  await open(`${address}/events`);
  await page.getByRole('table').getByText('Ada').waitFor();
  const event_id = await openFirstEvent(page);
  await page.getByRole('region', { name: 'Deliveries' }).getByText('skipped').waitFor();
  await open(`${address}/listeners/${webhook_id}?why=${event_id}`);
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByRole('region', { name: 'Why an event did not arrive' }).getByText('disabled').first().waitFor();

  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('button', { name: 'Turn off' }).waitFor();
  await page.getByRole('button', { name: 'Recover missed events' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recover missed events' });
  await dialog.getByLabel('Missed events').check();
  await dialog.getByRole('button', { name: 'Count them first' }).click();
  await dialog.getByText('1 delivery would be sent again.').waitFor();
  expect(space.receiver.received).toEqual([]);
  await dialog.getByRole('button', { name: 'Send 1 delivery' }).click();
  await dialog.waitFor({ state: 'detached' });
  await waitForCount(space, 1);
  expect(space.receiver.received[0]!.event).toMatchObject({ id: event_id, data: { contact: { name: 'Ada' } } });
  expect(complaints).toEqual([]);
  await space.close();
});

test('a listener is edited: it gets another event type with a filter, and the change is taken back', async () => {
  const space = await openWebhookSpace();
  const { page, complaints, open, address, webhook_id, client } = space;
  const [ada, grace] = [await createContact(space, 'Ada'), await createContact(space, 'Grace')];
  await waitForCount(space, 2);
  await open(`${address}/listeners/${webhook_id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit the listener' });
  const save = dialog.getByRole('button', { name: 'Save' });
  expect(await save.isDisabled()).toBe(true);
  const before = await dialog.getByLabel('Name', { exact: true }).inputValue();
  await dialog.getByLabel('Name', { exact: true }).fill('Tags of the CRM');
  await dialog.getByLabel('Contact created').uncheck();
  await dialog.getByText('Choose at least one event type.').waitFor();
  await dialog.getByLabel('Contact tagged').check();
  await dialog.getByLabel('Filter one event type').click();
  await page.getByRole('option', { name: 'Contact tagged' }).click();
  await dialog.getByLabel('Tag', { exact: true }).fill('engine, loom');
  await expectFit(page);
  await picture(page, 'console-listener-edit');
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Tags of the CRM', level: 1 }).waitFor();
  const saved = { name: 'Tags of the CRM', event_types: ['contact_tagged'], filters: { contact_tagged: { tag: ['engine', 'loom'] } } };
  expect(await client.event_subscriptions.get({ id: webhook_id })).toMatchObject(saved);
  await client.contacts.tag({ id: ada.id, tags: ['bridge'] });
  await client.contacts.tag({ id: grace.id, tags: ['loom'] });
  await waitForCount(space, 3);
  expect(space.receiver.received[2]!.event).toMatchObject({ type: 'contact_tagged', data: { contact: { name: 'Grace' } } });

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('heading', { name: before, level: 1 }).waitFor();
  const restored = { name: before, event_types: ['contact_created'], filters: {} };
  expect(await client.event_subscriptions.get({ id: webhook_id })).toMatchObject(restored);
  expect(complaints).toEqual([]);
  await space.close();
});

test('a rotated secret signs the next delivery, and deliveries that are chosen are sent again', async () => {
  const space = await openWebhookSpace();
  const { page, complaints, open, address, webhook_id } = space;
  await open(`${address}/listeners/${webhook_id}`);
  await page.getByRole('button', { name: 'Rotate the secret' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Rotate the secret' }).click();
  const secret = (await dialog.locator('[data-secret]').textContent())!;
  expect(secret).not.toBe(space.secret);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await page.content()).not.toContain(secret);

  await createContact(space, 'Ada');
  await createContact(space, 'Grace');
  await waitForCount(space, 2);
  const { headers, body } = space.receiver.received[0]!;
  expect((await verifyWebhook({ headers, body }, secret)).type).toBe('contact_created');
  await expect(verifyWebhook({ headers, body }, space.secret)).rejects.toThrow();

  await open(`${address}/deliveries?state=succeeded`);
  await page.getByRole('row').nth(2).waitFor();
  await page.getByLabel('Choose all').check();
  await page.getByText('2 chosen').waitFor();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('2 queued.').waitFor();
  await waitForCount(space, 4);
  const sent = space.receiver.received.map(({ event }) => event.delivery_id);
  expect(sent.slice(2).toSorted()).toEqual(sent.slice(0, 2).toSorted());
  expect(complaints).toEqual([]);
  await space.close();
});

test('a feed of all types stores what no listener named before, and an event type shows its schema', async () => {
  const space = await openWebhookSpace();
  const { page, complaints, open, address, client } = space;
  await open(`${address}/events`);
  await page.getByRole('button', { name: 'Store every event' }).click();
  await page.getByText('Every event is stored from now on.').waitFor();
  const { id } = await createContact(space, 'Ada');
  await client.contacts.tag({ id, tags: ['engine'] });
  await waitForEvent(space, 'contact_tagged');
  await open(`${address}/events?type=contact_tagged`);
  await page.getByRole('table').getByRole('link', { name: 'Contact tagged' }).waitFor();
  expect(await page.getByRole('row').count()).toBe(2);
  await open(`${address}/event-types?type=contact_tagged`);
  await page.getByRole('heading', { name: 'Event types', level: 1 }).waitFor();
  await page.getByText('Filters: actor_kind, tag_id, tag.').waitFor();
  expect(complaints).toEqual([]);
  await space.close();
});
