import { Problem, STORAGE_RETRY_S } from '@space/contracts/core';

/** SQLSTATEs of transient errors: serialization, deadlock, disk full, too many connections, restarts, lost connections. */
const TRANSIENT_STATES = /^(40001|40P01|53...|57P0[1-5]|57014|08...|25P03)$/;

const DISK_FULL = '53100';

const TRANSIENT_MESSAGES =
  /connection terminated|backend has been terminated|terminating connection|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|timeout exceeded/i;

interface MaybeDatabaseError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

/** Returns the SQLSTATE of an error or of one of its causes. */
export function sqlState(error: unknown): string | undefined {
  for (let current = error as MaybeDatabaseError | undefined; current; current = current.cause as MaybeDatabaseError | undefined)
    // Every SQLSTATE has a digit; EPIPE has none.
    if (typeof current.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(current.code)) return current.code;
  return undefined;
}

/** Returns the name of the constraint that a statement broke, if that is the cause of the error. */
export function brokenConstraint(error: unknown): string | undefined {
  for (let current = error as { constraint?: unknown; cause?: unknown } | undefined; current; current = current.cause as typeof current)
    if (typeof current.constraint === 'string') return current.constraint;
  return undefined;
}

/** Returns the problem `unavailable` for a transient error of Postgres, which a retry may avoid; undefined for any other error. */
export function transientProblem(error: unknown): Problem | undefined {
  const state = sqlState(error);
  const text = messages(error);
  if (state === DISK_FULL) return storageFullProblem();
  if (state ? TRANSIENT_STATES.test(state) : TRANSIENT_MESSAGES.test(text))
    return new Problem('unavailable', 'The database does not answer now; retry in a second.', { retry_after_s: 1 });
  return undefined;
}

/** Returns the problem `unavailable` for a change that the disk has no space for. */
export const storageFullProblem = (): Problem =>
  new Problem('unavailable', 'The disk of the database is full. Nothing can be changed until it has space again; retry later.', {
    retry_after_s: STORAGE_RETRY_S,
  });

/** True for an error of Postgres that a retry may avoid, such as a deadlock or a lost connection. */
export const isTransientError = (error: unknown): boolean => transientProblem(error) !== undefined;

function messages(error: unknown): string {
  let text = '';
  for (let current = error as MaybeDatabaseError | undefined; current; current = current.cause as MaybeDatabaseError | undefined)
    text += ` ${String(current.code ?? '')} ${String(current.message ?? '')}`;
  return text;
}
