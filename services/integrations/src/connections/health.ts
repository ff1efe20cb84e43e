import {
  actionFor,
  type Integration,
  type IntegrationErrorCode,
  type IntegrationStatus,
  integrationConnected,
  integrationFailing,
  integrationRecovered,
  refusingErrors,
} from '@space/contracts/integrations';
import { HOUR_MS } from '@space/time';

/** Failures in a row after which a connection is failing. */
const FAILURES_UNTIL_FAILING = 3;
/** The time without a success after which a connection is failing, in milliseconds. */
export const SUCCESS_DUE_MS = HOUR_MS;

/** The part of a connection that follows from its checks. */
export type Health = Pick<Integration, 'status' | 'last_ok_at' | 'last_error' | 'failures_in_a_row' | 'action_needed'>;

/** A check and its error; null for a success. */
export interface Outcome {
  readonly checked_at: string;
  readonly error: { readonly code: IntegrationErrorCode; readonly message: string } | null;
}

/**
 * Returns the health of a connection after a check. A refusal of the provider counts immediately. Any other failure counts
 * after three in a row, or after an hour without a success; wrong signatures are counted before they are reported. One success makes a connection `connected`.
 */
export function healthAfter(before: Health, { checked_at, error }: Outcome): Health {
  if (error === null)
    return { status: 'connected', last_ok_at: checked_at, last_error: before.last_error, failures_in_a_row: 0, action_needed: null };
  const failures_in_a_row = before.failures_in_a_row + 1;
  const status = statusAfterFailure(before, failures_in_a_row, error.code, Date.parse(checked_at));
  return {
    status,
    last_ok_at: before.last_ok_at,
    last_error: { ...error, failed_at: checked_at },
    failures_in_a_row,
    action_needed: status === 'failing' || status === 'refused' ? actionFor(error.code) : null,
  };
}

function statusAfterFailure({ status, last_ok_at }: Health, failures: number, code: IntegrationErrorCode, now: number): IntegrationStatus {
  if (refusingErrors.has(code)) return 'refused';
  // A provider that cannot be reached now has not accepted the credential again.
  if (status === 'refused') return 'refused';
  // Its reporter has counted many wrong signatures already.
  if (code === 'bad_signature') return 'failing';
  const isLate = last_ok_at !== null && now - Date.parse(last_ok_at) >= SUCCESS_DUE_MS;
  return failures >= FAILURES_UNTIL_FAILING || isLate ? 'failing' : status;
}

/** The event types that a change of health emits. */
type HealthEvent = typeof integrationConnected | typeof integrationFailing | typeof integrationRecovered;

/** Returns the event type of a change of health; null if the status is the same. */
export function eventOf(before: Health, after: Health): HealthEvent | null {
  if (before.status === after.status) return null;
  if (after.status === 'failing' || after.status === 'refused') return integrationFailing;
  if (after.status !== 'connected') return null;
  return before.last_ok_at === null ? integrationConnected : integrationRecovered;
}
