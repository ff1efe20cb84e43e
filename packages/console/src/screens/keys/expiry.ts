/** The ends of a key that the form offers, in days; null never ends. */
export const expiries = ['30', '90', '365', 'never'] as const;

/** An end that the form offers. */
export type Expiry = (typeof expiries)[number];

const DAY_MS = 86_400_000;

/** Returns the time at which a key ends, or undefined for one that never does. */
export const expiresAt = (expiry: Expiry, now: Date): string | undefined =>
  expiry === 'never' ? undefined : new Date(now.getTime() + Number(expiry) * DAY_MS).toISOString();

/** Returns the state of a key. */
export function keyState(
  key: { readonly revoked_at: string | null; readonly expires_at: string | null },
  now: Date,
): 'active' | 'revoked' | 'expired' {
  if (key.revoked_at !== null) return 'revoked';
  return key.expires_at !== null && new Date(key.expires_at) <= now ? 'expired' : 'active';
}
