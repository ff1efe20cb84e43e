import type { Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { ContentKind, ContentTypes } from './content-kind.ts';
import type { ContentTurns } from './content-turns.ts';

/** Updates of a content that are stored. */
export interface StoredUpdates {
  readonly first_version: number;
  readonly updates: readonly Uint8Array[];
  /** The name that the gateway of their editors gave them; null for others. */
  readonly batch: string | null;
}

/** Announces stored updates to the gateways with live connections. */
export type AnnounceUpdates = (id: string, stored: StoredUpdates) => void;

/** The ports of the work on one kind of contents. */
export interface ContentPorts<T extends ContentTypes> {
  readonly ports: Ports;
  readonly writer: Writer;
  readonly kind: ContentKind<T>;
  readonly turns: ContentTurns;
  readonly announceUpdates: AnnounceUpdates;
}
