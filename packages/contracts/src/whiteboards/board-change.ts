import { z } from 'zod';
import type { Undo } from '../core/operation.ts';
import { BoardElement } from '../whiteboard-elements/element.ts';

/** The versions before and after a change of the elements of a whiteboard. */
export const changeFields = {
  id: z.string(),
  version: z.int().describe('Number of the change'),
  previous_version: z.int().describe('Number of the change directly before; equal to version if nothing changed'),
};

/** The answer to a call that adds elements. */
export const AddedElements = z.object({ ...changeFields, elements: z.array(BoardElement) }).meta({ id: 'AddedElements' });

/** Returns the call that takes back a change of elements and leaves later ones. */
export const takeBackChange = (
  _input: unknown,
  { id, version, previous_version }: { readonly id: string; readonly version: number; readonly previous_version: number },
): Undo | null => (version === previous_version ? null : { tool: 'revert_whiteboard', arguments: { id, version, only: 'change' } });
