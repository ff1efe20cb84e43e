import { expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { newMember } from '../people.ts';
import { newSpace } from '../space.ts';
import { openConsole } from './console-page.ts';
import type { ConsolePage } from './console-window.ts';

/** Opens the console of an owner whose zone is Berlin, in a Space of their own. */
export async function openOwnSpace(browser: Browser) {
  const { space_id, client } = await newSpace();
  const owner = await newMember(space_id);
  expect((await owner.own('PATCH', '/person', { body: { timezone: 'Europe/Berlin' } })).status).toBe(200);
  return { ...(await openConsole(browser, owner)), space_id, client };
}

/** Closes a tab in which nothing was wrong. */
export async function finish({ complaints, close }: Pick<ConsolePage, 'complaints' | 'close'>): Promise<void> {
  expect(complaints).toEqual([]);
  await close();
}
