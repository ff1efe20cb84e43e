import type { Caller } from '@space/contracts/core';

/** The member whose personal views a call sees, next to the shared ones; null for a key, an automation or a visitor. */
export type Viewer = string | null;

/** Returns the viewer of a call: only a person in the console is one. */
export const viewerOf = ({ actor, person }: Pick<Caller, 'actor' | 'person'>): Viewer => (person ? actor.id : null);
