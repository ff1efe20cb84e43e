/** Returns the key of the list of keys in the cache. */
export const keysQuery = (space_id: string) => ['space', space_id, 'keys'] as const;
