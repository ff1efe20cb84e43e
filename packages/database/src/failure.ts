import { Problem } from '@space/contracts/core';

/** SQLSTATEs that pass by themselves: serialization, deadlock, disk full, too many connections, restarts, lost connections. */
const passing = /^(40001|40P01|53...|57P0[1-5]|57014|08...|25P03)$/;

const passingMessages =
  /connection terminated|backend has been terminated|terminating connection|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|timeout exceeded/i;

interface MaybeDatabaseError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

/** The SQLSTATE of an error, however deep the pool wrapped it. */
export function sqlState(error: unknown): string | undefined {
  for (let current = error as MaybeDatabaseError | undefined; current; current = current.cause as MaybeDatabaseError | undefined)
    // Every SQLSTATE has a digit; EPIPE has none.
    if (typeof current.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(current.code)) return current.code;
  return undefined;
}

/** The name of the constraint that an insert or update broke, when that is why it failed. */
export function brokenConstraint(error: unknown): string | undefined {
  for (let current = error as { constraint?: unknown; cause?: unknown } | undefined; current; current = current.cause as typeof current)
    if (typeof current.constraint === 'string') return current.constraint;
  return undefined;
}

/** The refusal for a failure of Postgres that passes by itself; undefined when the failure is a fault of ours. */
export function isTransientError(error: unknown): Problem | undefined {
  const state = sqlState(error);
  const text = messages(error);
  if (state ? passing.test(state) : passingMessages.test(text))
    return new Problem('unavailable', 'The database does not answer right now; try again in a second.', { retry_after_s: 1 });
  return undefined;
}

function messages(error: unknown): string {
  let text = '';
  for (let current = error as MaybeDatabaseError | undefined; current; current = current.cause as MaybeDatabaseError | undefined)
    text += ` ${String(current.code ?? '')} ${String(current.message ?? '')}`;
  return text;
}
