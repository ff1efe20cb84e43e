import { MAX_FIGURE_DAYS } from './limits.ts';
import { invalidFields } from './problem.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the period of figures, ISO 8601: by default the 24 hours before `until`, which is by default now. Throws `invalid` for a period of
 * more than `MAX_FIGURE_DAYS`.
 */
export function figurePeriod(
  input: { readonly since?: string | undefined; readonly until?: string | undefined },
  now: number,
): { readonly since: string; readonly until: string } {
  const until = input.until === undefined ? now : Date.parse(input.until);
  const since = input.since === undefined ? until - DAY_MS : Date.parse(input.since);
  if (until - since > MAX_FIGURE_DAYS * DAY_MS)
    throw invalidFields([
      { path: 'since', code: 'invalid', message: `must be at most ${MAX_FIGURE_DAYS} days before until, which is by default now` },
    ]);
  return { since: new Date(since).toISOString(), until: new Date(until).toISOString() };
}
