import { z } from 'zod';
import type { Undo } from '../core/operation.ts';
import { UNDO_DAYS } from './limits.ts';

/** Returns the call that makes contacts what they were before a change. */
export const revertChange = (_input: unknown, { change_id }: { readonly change_id: string | null }): Undo | null =>
  change_id === null ? null : { tool: 'revert_contacts', arguments: { change_id } };

/** The parts of the operations that delete contacts. */
export const deletion = {
  description: `For ${UNDO_DAYS} days reverting change_id restores what was deleted. erase deletes for good, also what is stored of earlier deletions.`,
  input: { erase: z.boolean().default(false).describe('true leaves no undo') },
  output: { change_id: z.string().nullable().describe('Reverting it restores the contacts. Null with erase, or if nothing was deleted') },
} as const;
