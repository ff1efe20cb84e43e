import { Problem } from '@space/contracts/core';
import { formConfirmationRequested, formSubmission } from '@space/contracts/scheduling';
import type { Transaction } from '@space/event-log';
import { claimFiles } from '../form-files/form-files.queries.ts';
import type { PreparedSubmission } from './pipeline.ts';
import { insertSubmission } from './submissions.queries.ts';

/** Writes a submission in an open transaction: inserts it, claims its files and emits its event. */
export async function writeSubmission(
  tx: Transaction<typeof formSubmission | typeof formConfirmationRequested>,
  { row, files, submission_event, confirmation_event }: PreparedSubmission,
): Promise<void> {
  await insertSubmission(tx, row, tx.now);
  if (files.length > 0 && (await claimFiles(tx, row.space_id, files, row.id)) < files.length)
    throw new Problem('conflict', 'A file of this submission was sent with another one in the meantime; upload it again.');
  if (submission_event) tx.emit(formSubmission, submission_event);
  if (confirmation_event) tx.emit(formConfirmationRequested, confirmation_event);
}
