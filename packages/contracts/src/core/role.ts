import { z } from 'zod';
import { type Scope, scopes } from './scope.ts';

/** The roles of a member in a Space, from the least to the most powerful (contract, H2). */
export const roles = ['viewer', 'member', 'admin', 'owner'] as const;

/** The role of a member in a Space. */
export const Role = z.enum(roles);

/** The role of a member in a Space. */
export type Role = z.infer<typeof Role>;

/** Returns true if a role is at least another one. */
export const isRoleAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);

/** Domains that only admins and owners reach. */
const privateDomains: readonly string[] = ['agents', 'finance', 'wallet', 'secrets'];

/** Domains whose settings members do not change. */
const guardedDomains: readonly string[] = [...privateDomains, 'integrations', 'apps'];

/** Domains in which a member who may run things has the action `run`. */
const runnableDomains: readonly string[] = ['pages', 'forms', 'social', 'automations'];

function isScopeOf(scope: Scope, role: Role, mayRun: boolean): boolean {
  if (isRoleAtLeast(role, 'admin')) return true;
  const [domain = '', action] = scope.split(':');
  if (action === 'read') return !privateDomains.includes(domain);
  if (role === 'viewer') return false;
  return action === 'write' ? !guardedDomains.includes(domain) : mayRun && runnableDomains.includes(domain);
}

/** Returns the scopes that a member acts with, in the order of the catalog; `mayRun` counts for the role `member` only. */
export const scopesOfRole = (role: Role, mayRun: boolean): Scope[] => scopes.filter((scope) => isScopeOf(scope, role, mayRun));
