import { expect } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { ApiResponse } from '../api-response.ts';
import type { TestSpace } from '../space.ts';
import { type Arguments, call, type Routed } from './operations.ts';

/** Waits until the text of an asset is read: that changes the asset and emits an event. */
const waitForText = ({ client }: TestSpace, id: string): Promise<void> =>
  eventually(async () => expect((await client.assets.get({ id })).processing.text).toBe('done'));

/** Waits after an operation for what it starts, by the operation. It takes the answer of the operation. */
const aftermath: Readonly<Record<string, (space: TestSpace, answer: { readonly id: string }) => Promise<void>>> = {
  'assets.create': (space, { id }) => waitForText(space, id),
  'assets.replace': (space, { id }) => waitForText(space, id),
};

/** Calls an operation, and after a success waits for what it starts. */
export async function make(space: TestSpace, operation: Routed, args: Arguments): Promise<ApiResponse> {
  const made = await call(space.request, operation, args);
  if (made.status < 300) await aftermath[operation.id]?.(space, made.body);
  return made;
}

/** Creates an asset and returns its id. */
export async function asset(space: TestSpace): Promise<string> {
  const { id } = await space.client.assets.create({ name: 'hello.txt', content_base64: 'SGVsbG8=' });
  await waitForText(space, id);
  return id;
}

/** Creates a document and returns its id. */
export const document = async ({ client }: TestSpace): Promise<string> =>
  (await client.documents.create({ title: 'Launch plan', markdown: 'We launch in May.' })).id;

/** Creates a whiteboard and returns its id. */
export const whiteboard = async ({ client }: TestSpace): Promise<string> => (await client.whiteboards.create({ title: 'Sign-up flow' })).id;

/** Puts a sticky note on a whiteboard, and returns its id and the version of the change. */
export async function sticky(
  { client }: TestSpace,
  whiteboard_id: unknown,
): Promise<{ readonly element_id: string; readonly version: number }> {
  const { elements, version } = await client.whiteboard_elements.create({
    id: String(whiteboard_id),
    elements: [{ type: 'sticky', text: 'Ask for the address' }],
  });
  return { element_id: elements[0]!.id, version };
}
