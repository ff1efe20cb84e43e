import { Problem } from '@space/contracts/core';
import { formConfirmationRequested, formSubmission } from '@space/contracts/scheduling';
import { sql } from '@space/database';
import type { Transaction } from '@space/event-log';
import { z } from 'zod';
import { claimFiles } from '../form-files/form-files.queries.ts';
import type { PreparedSubmission } from './pipeline.ts';
import { insertSubmission } from './submissions.queries.ts';

/** Writes a submission in a transaction that is open, takes its files, and emits what there is to tell. */
export async function writeSubmission(
  tx: Transaction<typeof formSubmission | typeof formConfirmationRequested>,
  { row, files, submission_event, confirmation_event }: PreparedSubmission,
): Promise<void> {
  await tx.query(sql.type(z.object({ id: z.string() }))`${insertSubmission(row, tx.now)}`);
  if (files.length > 0 && (await claimFiles(tx, row.space_id, files, row.id)) < files.length)
    throw new Problem('conflict', 'A file of this submission was sent with another one in the meantime; upload it again.');
  if (submission_event) tx.emit(formSubmission, submission_event);
  if (confirmation_event) tx.emit(formConfirmationRequested, confirmation_event);
}
