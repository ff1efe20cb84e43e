/** Returns the key of the list of members in the cache. */
export const membersQuery = (space_id: string) => ['space', space_id, 'members'] as const;

/** Returns the key of the list of invitations in the cache. */
export const invitationsQuery = (space_id: string) => ['space', space_id, 'members', 'invitations'] as const;

/** Returns the key of the list of the keys that a member created in the cache. */
export const keysOfMemberQuery = (space_id: string, member_id: string) => ['space', space_id, 'keys', 'of', member_id] as const;
