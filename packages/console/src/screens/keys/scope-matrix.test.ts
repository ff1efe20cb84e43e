import { expect, test } from '@jest/globals';
import { scopes } from '../../made/scopes.ts';
import { domainSentences } from './domain-sentences.ts';
import { expiresAt, keyState } from './expiry.ts';
import { keyReach } from './key-reach.ts';
import { matrixRows, presetOf, presetScopes, toggleScope } from './scope-matrix.ts';

test('the matrix has every scope exactly once, and no box for a scope that no key gets', () => {
  const boxes = matrixRows(scopes).flatMap((row) => Object.values(row.scopes).filter((scope) => scope !== undefined));
  expect(boxes.toSorted()).toEqual([...scopes].toSorted());
  expect(matrixRows(scopes).find(({ domain }) => domain === 'finance')?.scopes).toEqual({ read: 'finance:read' });
});

test('each domain has a sentence, and no sentence is without a domain', () => {
  const domains = matrixRows(scopes).map(({ domain }) => domain);
  expect(Object.keys(domainSentences).toSorted()).toEqual(domains.toSorted());
});

test('a member gives away only scopes that they have', () => {
  const own = ['contacts:read', 'contacts:write', 'forms:read', 'unknown:read'];
  expect(matrixRows(own).map(({ domain }) => domain)).toEqual(['contacts', 'forms']);
  expect(presetScopes('everything', own)).toEqual(['contacts:read', 'contacts:write', 'forms:read']);
  expect(presetScopes('reads', own)).toEqual(['contacts:read', 'forms:read']);
});

test('a preset is known by its scopes in any order', () => {
  expect(presetOf([...presetScopes('writes', scopes)].toReversed(), scopes)).toBe('writes');
  expect(presetOf([], scopes)).toBe('nothing');
  expect(presetOf(['contacts:read'], scopes)).toBeUndefined();
});

test('toggling adds a scope in the order of the catalog and removes it again', () => {
  const added = toggleScope(['forms:read'], 'contacts:read');
  expect(added).toEqual(['contacts:read', 'forms:read']);
  expect(toggleScope(added, 'contacts:read')).toEqual(['forms:read']);
});

test('more scopes reach more operations', () => {
  const none = keyReach([]);
  const some = keyReach(['contacts:read']);
  expect(none.operations).toBeGreaterThan(0);
  expect(some.operations).toBeGreaterThan(none.operations);
  expect(keyReach(scopes).tools).toBeGreaterThan(some.tools);
});

test('a key ends after the chosen days, and its state follows', () => {
  const now = new Date('2026-01-31T12:00:00Z');
  expect(expiresAt('30', now)).toBe('2026-03-02T12:00:00.000Z');
  expect(expiresAt('never', now)).toBeUndefined();
  expect(keyState({ revoked_at: null, expires_at: null }, now)).toBe('active');
  expect(keyState({ revoked_at: null, expires_at: '2026-01-31T12:00:00Z' }, now)).toBe('expired');
  expect(keyState({ revoked_at: '2026-01-01T00:00:00Z', expires_at: '2026-01-31T12:00:00Z' }, now)).toBe('revoked');
});
