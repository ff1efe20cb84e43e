import { randomUUID } from 'node:crypto';
import { type Bus, request } from '@space/bus';
import type { ArgumentsOf, OutputOf } from '@space/contracts/core';
import { type LiveEditor, liveDirectory } from '@space/contracts/live';
import { VISITOR } from '../call/visitor.ts';

type Operations = (typeof liveDirectory)['operations'];

/** Asks library for content in a Space. */
export type AskLibrary = <K extends keyof Operations>(
  space_id: string,
  name: K,
  input: ArgumentsOf<Operations[K]>,
  editor?: LiveEditor,
) => Promise<OutputOf<Operations[K]>>;

/** Returns the function that asks library over a bus. */
export const askLibrary =
  (bus: Pick<Bus, 'request'>): AskLibrary =>
  (space_id, name, input, editor) => {
    const caller = editor ? { space_id, key_id: editor.key_id, actor: editor.actor } : { ...VISITOR, space_id };
    return request(bus, { caller, request_id: randomUUID(), trace: {} }, liveDirectory, name, input);
  };
