import type { Handler } from '@space/bus';
import { notFound, Problem } from '@space/contracts/core';
import type { formSubmissions } from '@space/contracts/scheduling';
import { isoTime } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import { findEmailField } from '../forms/email-field.ts';
import { findFields } from '../forms/forms.queries.ts';
import { hashSecret, newSecret } from '../secrets/link-secret.ts';
import { lockSubmission, type SubmissionRow, setConfirmationToken } from './submissions.queries.ts';

type CreateLink = (typeof formSubmissions)['operations']['create_link'];

/**
 * Returns the handler that creates the link of a submission. The link can confirm in place of the person who answered, so
 * only keys with `forms:run` get it, and only its hash is stored: no event, log or database discloses it (contract, F9).
 */
export function confirmationLinkHandler(ports: Ports): Handler<CreateLink> {
  const write = createWriter('scheduling', ports);
  const origin = publicOrigin(ports.config);
  return (call) =>
    write.write(call, async (tx) => {
      const { id, submission_id } = call.input;
      const row = await lockSubmission(tx, call.caller.space_id, id, submission_id);
      if (!row) throw notFound('submission', submission_id);
      const until = assertWaiting(row, Date.parse(tx.now));
      const email = findEmailField((await findFields(tx, row.space_id, id, row.form_version)) ?? []);
      const token = newSecret();
      await setConfirmationToken(tx, row, hashSecret(token));
      return {
        id: row.id,
        form_id: id,
        email: String(email ? (row.data[email.key] ?? '') : ''),
        confirmation_url: `${origin}/f/${id}/confirm/${token}`,
        expires_at: isoTime(until),
      };
    });
}

/** Returns the end of the time in which a submission can be confirmed. Throws conflict when it is confirmed or that time is over. */
function assertWaiting({ status, confirm_until }: SubmissionRow, now: number): number {
  if (status === 'confirmed' || confirm_until === null) throw new Problem('conflict', 'This submission is confirmed already.');
  if (status === 'expired' || confirm_until <= now)
    throw new Problem(
      'conflict',
      'This submission has expired; ask for its confirmation again with POST /forms/{id}/submissions/{submission_id}/resend.',
    );
  return confirm_until;
}
