import type { Json } from '@space/bus';
import type { EventType, Scope } from '@space/contracts/core';
import type { Transaction } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';

/** The kinds of things that lie in folders. Each has a table of its name. Those that show assets come first, and assets last. */
export const thingKinds = ['document', 'whiteboard', 'asset'] as const;

/** The kind of a thing that lies in folders. */
export type ThingKind = (typeof thingKinds)[number];

/** The columns that all things in folders have. */
export interface ThingRow {
  readonly id: string;
  readonly folder_id: string | null;
  readonly trashed_at: string | null;
  readonly version: number;
}

/** A transaction in which a change stands. */
export type Change = CommonQueryMethods & { readonly now: string };

/**
 * Things of one kind: what a move, a deletion and a restoration must know of them. `Moved`, `Deleted` and `Restored` are the types of the
 * events that announce these changes.
 */
export interface Things<
  Row extends ThingRow,
  Wire,
  Moved extends EventType = EventType,
  Deleted extends EventType = EventType,
  Restored extends EventType = EventType,
> {
  readonly kind: ThingKind;
  /** The scope that a change of their folder needs to change them too; null if that of folders is enough. */
  readonly scope: Scope | null;
  nameOf(row: Row): string;
  /** Returns rows by id, without a lock. */
  find(database: CommonQueryMethods, space: string, ids: readonly string[]): Promise<ReadonlyMap<string, Row>>;
  /** Returns rows by id, locked until the transaction ends. */
  lock(tx: CommonQueryMethods, space: string, ids: readonly string[]): Promise<ReadonlyMap<string, Row>>;
  /** Returns a thing as the wire shows it. Throws `not_found`. */
  answer(database: CommonQueryMethods, space: string, id: string): Promise<Json<Wire>>;
  /** Returns things as the wire shows them, in the order of their ids. */
  answers(database: CommonQueryMethods, space: string, ids: readonly string[]): Promise<Wire[]>;
  /** Throws `attached` if a deletion of one of these things would break something else. */
  assertUnused?(tx: CommonQueryMethods, space: string, rows: readonly Row[]): Promise<void>;
  /** Deletes things for good. */
  deleteRows(tx: Change, space: string, ids: readonly string[]): Promise<void>;
  /** Announces that things have another folder; `from` has the former one of each. */
  announceMoved(tx: Transaction<Moved>, space: string, rows: readonly Row[], from: readonly (string | null)[]): Promise<void>;
  announceDeleted(tx: Transaction<Deleted>, space: string, rows: readonly Row[], permanent: boolean): Promise<void>;
  announceRestored(tx: Transaction<Restored>, space: string, rows: readonly Row[]): Promise<void>;
}
