import type { Scope } from '@space/contracts/core';
import type { Routed } from './operations.ts';

/** Scopes that an operation needs with its example, besides its own. */
const furtherScopes: Readonly<Record<string, readonly Scope[]>> = {
  // It reads the file of an asset.
  'documents.import': ['assets:read'],
};

/** Returns the scopes that a call of an operation with its example needs. */
export const scopesOf = ({ id, operation }: Pick<Routed, 'id' | 'operation'>): Scope[] => [
  operation.scope ?? 'contacts:read',
  ...(furtherScopes[id] ?? []),
];
