import type { Scope } from '../core/scope.ts';

/** The kinds of content that is edited live, each with the prefix of its ids and the domain of its scopes and paths. */
export const liveKinds = {
  document: { id_prefix: 'doc_', domain: 'documents' },
  whiteboard: { id_prefix: 'wbd_', domain: 'whiteboards' },
} as const;

/** A kind of content that is edited live; it is also the word for people. */
export type LiveKind = keyof typeof liveKinds;

const kinds = Object.keys(liveKinds) as LiveKind[];

/** Returns the kind of content that an id has; undefined for the id of another thing. */
export const liveKindOf = (content_id: string): LiveKind | undefined =>
  kinds.find((kind) => content_id.startsWith(liveKinds[kind].id_prefix));

/** Returns the scope that reading or writing a kind of content needs. */
export const liveScope = (kind: LiveKind, action: 'read' | 'write'): Scope => `${liveKinds[kind].domain}:${action}`;
