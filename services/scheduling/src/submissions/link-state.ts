import type { Ports } from '@space/runtime';
import { hashSecret } from '../secrets/link-secret.ts';
import { findSubmissionByToken, type SubmissionRow } from './submissions.queries.ts';

/** The state of a confirmation link: usable, used, expired or unknown. */
export type LinkState =
  | { readonly state: 'open' | 'confirmed' | 'expired'; readonly row: SubmissionRow }
  | { readonly state: 'unknown'; readonly row: null };

/** Returns the state of a confirmation link and changes nothing: mail scanners open links before people do. */
export async function findLinkState(
  { database, clock }: Pick<Ports, 'database' | 'clock'>,
  form: string,
  token: string,
): Promise<LinkState> {
  const row = await findSubmissionByToken(database, form, hashSecret(token));
  if (!row) return { state: 'unknown', row: null };
  if (row.status === 'confirmed') return { state: 'confirmed', row };
  const isOver = row.status === 'expired' || (row.confirm_until ?? 0) <= clock.now();
  return { state: isOver ? 'expired' : 'open', row };
}
