import { z } from 'zod';

/** The actions a scope can grant, from harmless to consequential (contract, A3). */
const actions = ['read', 'write', 'run'] as const;

/** Every domain that has scopes of its own (contract, A4). */
const domains = [
  'contacts',
  'tables',
  'automations',
  'pages',
  'forms',
  'calendar',
  'social',
  'tasks',
  'assets',
  'messaging',
  'documents',
  'whiteboards',
  'meet',
  'phone',
  'ads',
  'agents',
  'finance',
  'wallet',
  'integrations',
  'secrets',
  'mail',
  'apps',
] as const;

/** A permission in one domain, written `<domain>:<action>`. */
export type Scope = `${(typeof domains)[number]}:${(typeof actions)[number]}`;

/** Money is never moved, accounts are never connected and secrets are never set by a key (contract, A5). */
const neverGranted: readonly string[] = [
  ...['finance', 'wallet', 'integrations'].flatMap((domain) => [`${domain}:write`, `${domain}:run`]),
  'secrets:write',
];

/** Every scope a key can hold, in the order of the catalog. */
export const scopes: readonly Scope[] = domains
  .flatMap((domain) => actions.map((action): Scope => `${domain}:${action}`))
  .filter((scope) => !neverGranted.includes(scope));

/** A scope name on the wire; the error of an unknown one shows how scopes are written. */
export const ScopeName = z.enum(scopes as [Scope, ...Scope[]], {
  error: ({ input }) => {
    if (input === undefined) return undefined;
    return typeof input === 'string'
      ? `"${input.slice(0, 64)}" is not a scope; scopes are written <domain>:<read|write|run>, for example contacts:read`
      : 'must be a scope such as contacts:read';
  },
});
