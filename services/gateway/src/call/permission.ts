import type { CatalogEntry } from '@space/contracts/catalog';
import { isRoleAtLeast, Problem } from '@space/contracts/core';
import { CONFIRMATION_MINUTES } from '@space/contracts/people';
import { type ApiKey, closedSpace } from '../auth/api-key.ts';

/** Returns the problem of a key, or of a person, that lacks the scope of an operation: it names the scope and the way out (contract, A6). */
export function missingScope({ operation: { scope, any_key, audience } }: CatalogEntry, key: ApiKey): Problem | undefined {
  if (any_key || audience !== undefined) return undefined;
  if (scope !== undefined && key.scopes.has(scope)) return undefined;
  return new Problem('missing_scope', lackOf(scope, key), { missing_scope: scope });
}

/** Returns the sentence about a scope that a person, a key or a connection of OAuth does not have. */
function lackOf(scope: string | undefined, { caller: { person }, client, withheld_scopes }: ApiKey): string {
  if (person) return `Your role in this Space, ${person.role}, does not include ${scope}; an owner can change your role.`;
  if (!client || scope === undefined) return `This key lacks the scope ${scope}; use a key of this Space that has it.`;
  return withheld_scopes?.has(scope)
    ? `This connection was not given ${scope}; connect again and allow it.`
    : `The key of this connection lacks the scope ${scope}; connect with a key of this Space that has it.`;
}

/** Returns the problem of a caller whose role in the Space is too low for a setting, or who is not a person at all. */
export function missingRole({ operation: { audience, role } }: CatalogEntry, { caller: { person } }: ApiKey): Problem | undefined {
  if (audience === undefined) return undefined;
  if (!person) return new Problem('forbidden', 'Only a person who is signed in can do this.');
  if (audience === 'person') return undefined;
  if (role !== undefined && person.role !== null && isRoleAtLeast(person.role, role)) return undefined;
  return new Problem('forbidden', `This needs the role ${role} in this Space, and yours is ${person.role}; an owner can change it.`);
}

/** Returns the problem of a person who must give a password or a passkey first. */
export function missingConfirmation({ operation }: CatalogEntry, { confirmed_until }: ApiKey, now: number): Problem | undefined {
  if (!operation.needs_confirmation || confirmed_until === undefined || now < confirmed_until) return undefined;
  return new Problem(
    'confirmation_required',
    `Give your password or a passkey first; the confirmation then counts for ${CONFIRMATION_MINUTES} minutes.`,
  );
}

/** Returns the problem of a person in a Space that is being deleted: only its deletion can be taken back. */
export function missingSpace({ operation }: CatalogEntry, { space_delete_at }: ApiKey): Problem | undefined {
  if (space_delete_at === undefined || operation.allowed_in_closed_space) return undefined;
  return new Problem('forbidden', closedSpace(space_delete_at));
}
