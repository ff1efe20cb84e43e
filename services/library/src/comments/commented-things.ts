import type { Actor, EventType } from '@space/contracts/core';
import type { IdPrefix } from '@space/database';
import type { Transaction } from '@space/event-log';
import type { CommonQueryMethods, FragmentSqlToken, ValueExpression } from 'slonik';
import type { ThingKind } from '../things/things.ts';

/** The kinds of things that people comment on. The comments of each are in a table of its own, `document_comment` for documents. */
export type CommentedKind = Exclude<ThingKind, 'asset'>;

/** The columns that all comments have, as Postgres shows them in JSON. */
export interface CommentRow {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly parent_id: string | null;
  readonly body: string;
  readonly author: Actor;
  readonly mentioned_ids: string[];
  readonly replies_count: number;
  readonly resolved_at: string | null;
  readonly resolved_by: Actor | null;
  readonly edited_at: string | null;
}

/** The table of the comments on a kind of thing, where places of comments differ. */
export interface CommentTable<Place> {
  readonly kind: CommentedKind;
  /** The columns of the place of a comment `m` in its JSON. */
  readonly placeJson: FragmentSqlToken;
  /** Returns the columns of a place with their values; null is the whole thing. */
  readonly placeColumns: (place: Place | null) => Readonly<Record<string, ValueExpression>>;
}

/** The types of comments on a kind of thing. */
export interface CommentTypes {
  readonly thing: { readonly space_id: string; readonly id: string; readonly title: string; readonly trashed_at: string | null };
  readonly row: CommentRow;
  /** The part of the thing that the first comment of a thread is about. */
  readonly place: unknown;
  /** The state of that part in the present content. */
  readonly state: unknown;
  /** A comment on the wire. */
  readonly wire: object;
  readonly written: EventType;
  readonly resolved: EventType;
  readonly deleted: EventType;
}

/** A comment with its thing, and the first comment of its thread; null in `thread` for that one. */
export interface CommentInThread<T extends CommentTypes> {
  readonly thing: T['thing'];
  readonly comment: T['row'];
  readonly thread: T['row'] | null;
}

/** Things of a kind that people comment on. */
export interface CommentedThings<T extends CommentTypes> {
  readonly table: CommentTable<T['place']>;
  /** The prefix of the ids of comments. */
  readonly prefix: IdPrefix;
  /** Comments that a thing can have. */
  readonly limit: number;
  /** Returns a thing, without a lock. Throws `not_found`. */
  find(database: CommonQueryMethods, space: string, id: string): Promise<T['thing']>;
  /** Returns a thing, locked until the transaction ends. Throws `not_found`. */
  lock(tx: CommonQueryMethods, space: string, id: string): Promise<T['thing']>;
  /** Returns the states of the places of comments, by the ids of these; none for one about the whole thing. It must not run in a transaction. */
  findStates(thing: T['thing'], rows: readonly T['row'][]): Promise<ReadonlyMap<string, T['state']>>;
  wire(row: T['row'], state: T['state'] | null): T['wire'];
  /** Announces that a comment was written, and that it mentions others. */
  announceWritten(
    tx: Transaction<T['written']>,
    written: CommentInThread<T>,
    how: { readonly edited: boolean; readonly mentioned_ids: readonly string[] },
  ): Promise<void>;
  announceResolved(tx: Transaction<T['resolved']>, resolved: CommentInThread<T>, isResolved: boolean): Promise<void>;
  announceDeleted(tx: Transaction<T['deleted']>, deleted: CommentInThread<T>): Promise<void>;
}
