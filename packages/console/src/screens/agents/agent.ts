import type { SpaceClient } from '../../api/space-client.ts';

/** The resources that an agent can use. */
export type CanUse = Awaited<ReturnType<SpaceClient['agents']['get_can_use']>>;

/** The kinds of resources that an agent must be allowed to use. */
export const usableKinds = ['tables', 'documents', 'apps', 'pages', 'forms', 'automations', 'folders'] as const;

/** A kind of resources that an agent must be allowed to use. */
export type UsableKind = (typeof usableKinds)[number];

/** Returns the key of the reads of agents in the cache. */
export const agentsQuery = (space_id: string) => ['space', space_id, 'agents'] as const;

/** Returns the ids in a text, separated by spaces, commas or lines. */
export const idsIn = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter((id) => id !== ''))];
