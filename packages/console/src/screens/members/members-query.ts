/** Returns the key of the list of members in the cache. */
export const membersQuery = (space_id: string) => ['space', space_id, 'members'] as const;

/** Returns the key of the list of invitations in the cache. */
export const invitationsQuery = (space_id: string) => ['space', space_id, 'members', 'invitations'] as const;
