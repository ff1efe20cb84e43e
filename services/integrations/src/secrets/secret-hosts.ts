import type { FieldError } from '@space/contracts/core';
import { getPublicSuffix } from 'tldts';

/** Returns the errors of hosts that would let a secret go to places of strangers: `*.` before a public suffix. */
export const hostErrors = (hosts: readonly string[]): FieldError[] =>
  hosts.flatMap((host, index) => {
    const below = host.startsWith('*.') ? host.slice(2) : undefined;
    if (below === undefined || getPublicSuffix(below, { allowPrivateDomains: true }) !== below) return [];
    return [
      {
        path: `hosts.${index}`,
        code: 'public_suffix',
        message: `anyone can have a host below ${below}; name the hosts, or put your own domain before it, such as *.example.${below}`,
      },
    ];
  });

/** Returns true if a secret with these hosts may be sent to a host. */
export const isAllowedHost = (hosts: readonly string[], host: string): boolean =>
  hosts.some((allowed) => (allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed));
