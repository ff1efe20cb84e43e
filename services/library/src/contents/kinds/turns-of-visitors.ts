/** Returns the owner of the work that visitors of a Space cause. They have turns of their own, so that they do not delay the calls of the Space. */
export const turnsOfVisitors = (space: string): string => `visitors:${space}`;
