import type { LucideIcon } from 'lucide-react';
import type { LiveNoun } from '../../../live-editing/live-state.ts';

/** A kind of content that people write together and that is in folders: its names in the API, its words and its icon. */
export interface ContentKind {
  readonly contract: 'documents' | 'whiteboards';
  readonly versions: 'document_versions' | 'whiteboard_versions';
  readonly noun: LiveNoun;
  /** The name of its place, such as `Documents`. */
  readonly label: string;
  readonly about: string;
  readonly icon: LucideIcon;
  /** The sentences of a list without one, in the whole Space and for a filter that finds nothing. */
  readonly none: string;
  readonly noneFound: string;
  /** The arguments of a call that creates one, as an example. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Returns the arguments with which its screens read one. */
  readonly readArguments: (id: string) => Readonly<Record<string, string>>;
  /** The sentence about versions. */
  readonly aboutVersions: string;
}

/** Returns the scope that changes a kind of content. */
export const writeScope = ({ contract }: Pick<ContentKind, 'contract'>): `${ContentKind['contract']}:write` => `${contract}:write`;
