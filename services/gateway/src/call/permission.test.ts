import { describe, expect, test } from '@jest/globals';
import { type CatalogEntry, catalog } from '@space/contracts/catalog';
import { isRoleAtLeast, type Role, roles, scopes, scopesOfRole } from '@space/contracts/core';
import { keyWith } from '../../test/fixtures/key-with.ts';
import { missingConfirmation, missingRole, missingScope } from './permission.ts';

const entryOf = (id: string): CatalogEntry => catalog.find((entry) => entry.id === id)!;

/** Returns the value that stands for a key in a call of a member with this role. */
function memberWith(role: Role, mayRun = false) {
  const key = keyWith(scopesOfRole(role, mayRun));
  return { ...key, caller: { ...key.caller, key_id: '', person: { id: 'per_1', session_id: 'ses_1', role } }, confirmed_until: 1_000 };
}

describe('the scopes of a role', () => {
  test('a viewer reads, but neither agents nor money nor secrets', () => {
    const given = scopesOfRole('viewer', true);
    expect(given.every((scope) => scope.endsWith(':read'))).toBe(true);
    expect(given.filter((scope) => /^(?:agents|finance|wallet|secrets):/.test(scope))).toEqual([]);
    expect(given).toContain('contacts:read');
  });

  test('a member also writes, and runs things only when that is allowed', () => {
    expect(scopesOfRole('member', false).filter((scope) => scope.endsWith(':run'))).toEqual([]);
    expect(scopesOfRole('member', true).filter((scope) => scope.endsWith(':run'))).toEqual([
      'automations:run',
      'pages:run',
      'forms:run',
      'social:run',
    ]);
    expect(scopesOfRole('member', true).filter((scope) => /^(?:agents|finance|wallet|secrets):/.test(scope))).toEqual([]);
  });

  test.each(['admin', 'owner'] as const)('an %s has every scope that a key can have', (role) => {
    expect(scopesOfRole(role, false)).toEqual(scopes);
  });

  test('a higher role has all scopes of a lower one', () => {
    for (const [at, role] of roles.entries())
      for (const lower of roles.slice(0, at)) expect(scopesOfRole(role, true)).toEqual(expect.arrayContaining(scopesOfRole(lower, true)));
  });
});

test.each(roles)('a %s reaches exactly the settings whose role is at most that', (role) => {
  for (const entry of catalog.filter(({ operation }) => operation.audience === 'operator')) {
    const refusal = missingRole(entry, memberWith(role));
    const isAllowed = entry.operation.role !== undefined && isRoleAtLeast(role, entry.operation.role);
    expect([entry.id, refusal?.code]).toEqual([entry.id, isAllowed ? undefined : 'forbidden']);
  }
});

test('a key reaches neither a setting nor an operation about a person', () => {
  for (const entry of catalog.filter(({ operation: { audience } }) => audience === 'operator' || audience === 'person'))
    expect(missingRole(entry, keyWith(scopes))?.code).toBe('forbidden');
});

test('a person who lacks a scope reads of the role, not of a key', () => {
  expect(missingScope(entryOf('contacts.create'), memberWith('viewer'))?.message).toBe(
    'Your role in this Space, viewer, does not include contacts:write; an owner can change your role.',
  );
});

test('a dangerous operation needs a confirmation that has not ended; a key needs none', () => {
  const entry = entryOf('settings.create_key');
  expect(missingConfirmation(entry, memberWith('owner'), 999)).toBeUndefined();
  expect(missingConfirmation(entry, memberWith('owner'), 1_000)?.code).toBe('confirmation_required');
  expect(missingConfirmation(entry, keyWith(scopes), 5_000)).toBeUndefined();
  expect(missingConfirmation(entryOf('settings.list_keys'), memberWith('owner'), 5_000)).toBeUndefined();
});
