import { isIP } from 'node:net';
import { Problem } from '@space/contracts/core';

/** The relying party of WebAuthn: the name that passkeys belong to, and the origin that they answer for. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * Returns the relying party of a console at this address. undefined for an IP address, which no passkey can belong to, and for plain http to
 * another host than localhost, where browsers have no passkeys.
 */
export function relyingParty(consoleUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(consoleUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  return protocol === 'https:' || hostname === 'localhost' ? { id: hostname, origin } : undefined;
}

/** Returns the relying party of a console. Throws `disabled` when passkeys cannot belong to its address. */
export function requireRelyingParty(consoleUrl: string): RelyingParty {
  const party = relyingParty(consoleUrl);
  if (party) return party;
  throw new Problem(
    'disabled',
    `Passkeys need a console at a name with https, or at localhost; this one is at ${new URL(consoleUrl).origin}. The operator sets SPACE_CONSOLE_URL.`,
  );
}
