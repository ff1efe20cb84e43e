import type { z } from 'zod';
import type { Undo } from './operation.ts';

/** Declares `before` in the answer of an update: of the fields that callers change those that changed, with their former values. */
export const valuesBefore = <Fields extends z.ZodObject>(fields: Fields) =>
  fields.partial().describe('The former values of the fields that this call changed; empty when it changed nothing');

/** Returns the undo of a creation: the tool that deletes what was created. */
export const undoByDeleting =
  (tool: string) =>
  (_input: unknown, { id }: { readonly id: string }): Undo => ({ tool, arguments: { id } });

/** Returns the call of a tool that restores the fields which a call has changed; null when it changed none. */
export const restoreFields =
  (tool: string) =>
  ({ id }: { readonly id: string }, { before }: { readonly before: object }): Undo | null =>
    Object.keys(before).length === 0 ? null : { tool, arguments: { id, ...before } };
