/**
 * Returns the error of a time that cannot be scheduled, or undefined. Both times are in milliseconds since the epoch.
 * `action` says what the call does immediately without the time.
 */
export function scheduleError(
  time: number,
  now: number,
  action: 'publish' | 'publish or unpublish',
): { readonly code: string; readonly message: string } | undefined {
  return time <= now ? { code: 'in_the_past', message: `must be in the future; leave it out to ${action} now` } : undefined;
}
