import type { Browser, Page } from 'playwright-core';
import { newMember } from '../people.ts';
import { newSpace } from '../space.ts';
import { openConsole } from './console-page.ts';
import type { Look } from './console-window.ts';

/** Makes a whiteboard in a Space of its own. */
export async function newWhiteboard() {
  const { space_id, client } = await newSpace();
  const { id } = await client.whiteboards.create({ title: 'Sign-up flow' });
  return { space_id, client, id };
}

/** A whiteboard of a test. */
export type Board = Awaited<ReturnType<typeof newWhiteboard>>;

/** Opens the console in a new window, at a whiteboard. */
export async function openBoard(browser: Browser, { space_id, id }: Pick<Board, 'space_id' | 'id'>, look?: Look, role?: 'viewer') {
  const opened = await openConsole(browser, await newMember(space_id, role), look);
  await opened.open(`/spaces/${space_id}/whiteboards/${id}`);
  await canvasOf(opened.page).waitFor();
  return opened;
}

/** Returns the canvas of the open whiteboard. */
export const canvasOf = (page: Page) => page.getByRole('application', { name: 'Whiteboard' });

/** Waits until the changes of a window are stored. */
export const isSaved = (page: Page): Promise<void> => page.getByText('Saved', { exact: true }).waitFor();

/** Returns the elements of a whiteboard as the service has them, from bottom to top. */
export const elementsOf = async ({ client, id }: Pick<Board, 'client' | 'id'>) => (await client.whiteboard_elements.list({ id })).data;

/** Chooses a tool and pulls it from one place of the canvas to another. */
export async function draw(page: Page, tool: string, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await page.getByRole('button', { name: tool, exact: true }).click();
  const { x, y } = (await canvasOf(page).boundingBox())!;
  await page.mouse.move(x + from[0], y + from[1]);
  await page.mouse.down();
  await page.mouse.move(x + (from[0] + to[0]) / 2, y + (from[1] + to[1]) / 2);
  await page.mouse.move(x + to[0], y + to[1]);
  await page.mouse.up();
}

/** Runs an act of the menu of an open whiteboard. */
export async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Acts on the whiteboard' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
