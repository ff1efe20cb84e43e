/** The latest time that can be scheduled, in milliseconds since the epoch. */
const MAX_TIMESTAMP = Date.parse('9999-12-30T00:00:00Z');

/**
 * Returns the error of a time that cannot be scheduled, or undefined. Both times are in milliseconds since the epoch.
 * `action` says what the call does immediately without the time.
 */
export function scheduleError(
  time: number,
  now: number,
  action: 'publish' | 'publish or unpublish',
): { readonly code: string; readonly message: string } | undefined {
  if (time <= now) return { code: 'in_the_past', message: `must be in the future; leave it out to ${action} now` };
  return time > MAX_TIMESTAMP ? { code: 'too_big', message: 'must be before the year 10000' } : undefined;
}
