import type { Role } from '../../api/person.ts';

/** The roles with a sentence each, the least powerful first. */
export const roles: readonly (readonly [role: Role, label: string, about: string])[] = [
  ['viewer', 'Viewer', 'Reads everything but agents, finance, the wallet and secrets.'],
  ['member', 'Member', 'Also writes; publishes and runs things if you allow it.'],
  ['admin', 'Admin', 'Has all scopes; manages keys, agents and invitations.'],
  ['owner', 'Owner', 'Also manages members, roles and the Space itself.'],
];

const rank = (role: Role): number => roles.findIndex(([one]) => one === role);

/** Returns the roles that a member of a role can give: none above their own. */
export const givableRoles = (own: Role): readonly Role[] => roles.map(([role]) => role).filter((role) => rank(role) <= rank(own));

/** Returns true if a member of a role can change a member of another one; only owners change members. */
export const canChange = (own: Role): boolean => own === 'owner';

/** Returns the label of a role. */
export const roleLabel = (role: Role): string => roles.find(([one]) => one === role)?.[1] ?? role;
