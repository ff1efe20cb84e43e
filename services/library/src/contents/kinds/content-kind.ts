import type { Actor, EventType } from '@space/contracts/core';
import type { Transaction, Writer } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import type { ContentRow } from './content-row.ts';
import type { ContentTables } from './content-tables-sql.ts';

/** The types of one kind of contents. */
export interface ContentTypes {
  readonly row: ContentRow;
  /** Everything that is read from a state and stored in other forms. */
  readonly derived: unknown;
  /** The difference between two states, as an event says it. */
  readonly change: unknown;
  /** New parts of stored derived content that have their own events. */
  readonly news: unknown;
  /** The events of a change of the content. */
  readonly event: EventType;
}

/** The threads that work on states of one kind. */
export interface StateWork {
  readonly tables: ContentTables;
  /** Returns the state that is the sum of a former state and later updates. */
  run(
    space: string,
    name: 'join_updates',
    input: { readonly state: Uint8Array | null; readonly updates: readonly Uint8Array[] },
  ): Promise<Uint8Array>;
}

/** For how long and how often the contents of a kind are stored. */
interface ContentLimits {
  /** Days for which each change is stored. */
  readonly change_days: number;
  /** Days for which checkpoints without a name are stored. */
  readonly checkpoint_days: number;
  /** Minutes without a change after which a checkpoint is stored. */
  readonly quiet_minutes: number;
  /** Changes after which a checkpoint is stored, and the minutes between two of them. */
  readonly changes_per_checkpoint: number;
  readonly checkpoint_minutes: number;
  readonly named_versions: number;
}

/** The change of a content that an event announces. */
export interface AnnouncedChange<Change> {
  readonly previous_version: number;
  readonly change: Change;
  readonly editors: readonly Actor[];
}

/** A kind of things whose content is the sum of Yjs updates: its names, and what is its own in the work that all kinds share. */
export interface ContentKind<T extends ContentTypes> {
  readonly tables: ContentTables;
  readonly limits: ContentLimits;
  readonly work: StateWork;
  /** Returns the rows of things by id, without a lock. */
  find(database: CommonQueryMethods, space: string, ids: readonly string[]): Promise<Map<string, T['row']>>;
  /** Returns the rows of things by id, locked until the transaction ends. */
  lock(tx: CommonQueryMethods, space: string, ids: readonly string[]): Promise<Map<string, T['row']>>;
  /** Returns a state with what editors left out, such as ids, and the update that adds it; null in `update` for nothing. */
  complete(space: string, state: Uint8Array): Promise<{ readonly state: Uint8Array; readonly update: Uint8Array | null }>;
  /** Reads what is stored in other forms. */
  derive(space: string, state: Uint8Array): Promise<T['derived']>;
  /** Returns what differs between two states; `before` is null if it is no longer stored. */
  compare(space: string, before: Uint8Array | null, after: Uint8Array): Promise<T['change']>;
  /** Returns a row with the fields that derived content gives it. */
  withDerived(row: T['row'], derived: T['derived']): T['row'];
  /** Stores derived content of a thing, which is locked, and returns what is new in it. */
  storeDerived(tx: Transaction<T['event']>, row: T['row'], derived: T['derived']): Promise<T['news']>;
  announceChange(tx: Transaction<T['event']>, row: T['row'], announced: AnnouncedChange<T['change']>): Promise<void>;
  announceNews(tx: Transaction<T['event']>, row: T['row'], news: T['news']): Promise<void>;
  /** Runs a change that the service makes by itself for an actor, in one transaction. */
  write(
    writer: Writer,
    caller: { readonly space_id: string; readonly actor: Actor },
    change: (tx: Transaction<T['event']>) => Promise<void>,
  ): Promise<void>;
}
