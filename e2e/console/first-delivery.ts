import { expect } from '@jest/globals';
import { createClient } from '@space/client';
import { eventually, type Receiver } from '@space/runtime/testing';
import type { Page } from 'playwright-core';
import { newPerson, PASSWORD } from '../new-person.ts';

/** The needs of the way to the first delivery: a page that shows the form of a link, and the addresses of its profile. */
export interface FirstSteps {
  readonly page: Page;
  readonly console_url: string;
  readonly base_url: string;
  readonly space_id: string;
  readonly receiver: Receiver;
  /** The label of the button that accepts the link. */
  readonly accept: string;
}

/** Copies the secret that a dialog shows once, closes the dialog and returns the secret. */
async function takeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  const secret = (await dialog.locator('[data-secret]').textContent())!;
  await dialog.getByRole('checkbox', { name: /^I have stored/ }).check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  return secret;
}

/**
 * Walks the way of a new person from a link to the first delivery: the person names themselves, creates a key and a webhook, the key
 * creates a contact, and the person sees the signed delivery, verifies it and sends it again.
 */
export async function walkToFirstDelivery({ page, console_url, base_url, space_id, receiver, accept }: FirstSteps): Promise<void> {
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Email address').fill(newPerson().email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: accept }).click();
  await page.waitForURL(`${console_url}/spaces/${space_id}`);

  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByRole('link', { name: 'Create an API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('First key');
  await dialog.getByRole('button', { name: 'Reads and writes' }).click();
  await dialog.getByRole('button', { name: 'Create the key' }).click();
  await page.getByRole('dialog', { name: 'Your new key' }).waitFor();
  const key = await takeSecret(page);

  const places = page.getByRole('navigation', { name: 'Places' });
  await places.getByRole('link', { name: 'Home' }).click();
  await steps.getByRole('link', { name: 'Create a webhook' }).click();
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByLabel('Find an event type').fill('contact_created');
  await dialog.getByLabel('contact_created').check();
  await dialog.getByRole('button', { name: 'Create the webhook' }).click();
  await page.getByRole('dialog', { name: 'The signing secret of the webhook' }).waitFor();
  const secret = await takeSecret(page);

  await createClient({ base_url, api_key: key }).contacts.create({ name: 'Grace Hopper', email: 'grace@example.com' });
  await eventually(() => expect(receiver.received).toHaveLength(1));

  await places.getByRole('link', { name: 'Deliveries' }).click();
  await page.getByRole('table').getByRole('link', { name: 'contact_created' }).click();
  await page.getByRole('status').getByText('succeeded').waitFor();
  await page.getByLabel('Verify with a secret').fill(secret);
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByText('The signature matches this secret.').waitFor();
  await page.getByRole('button', { name: 'Send again' }).click();
  await eventually(() => expect(receiver.received).toHaveLength(2));
  const [first, second] = receiver.received;
  expect(second!.event).toEqual({ ...first!.event, attempt: 2 });

  await places.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The list of first steps ends with the first delivery.
  await steps.waitFor({ state: 'detached' });
}
