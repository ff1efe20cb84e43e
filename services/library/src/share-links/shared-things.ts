import type { EventType } from '@space/contracts/core';
import type { IdPrefix } from '@space/database';
import type { Transaction } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import type { ThingKind } from '../things/things.ts';

/** The kinds of things that have share links. Those of each are in a table of its own, `document_share_link` for documents. */
export type SharedKind = Exclude<ThingKind, 'asset'>;

/** The columns that all share links have, as Postgres shows them in JSON: the token is sealed, in base64. */
export interface ShareLinkColumns {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly name: string | null;
  readonly has_password: boolean;
  readonly expires_at: string | null;
  readonly opened_count: number;
  readonly last_opened_at: string | null;
  readonly sealed_token: string;
}

/** A share link as it is stored; `document_id` names the document of one. */
export type ShareLinkRow<Kind extends SharedKind> = ShareLinkColumns & { readonly [K in `${Kind}_id`]: string };

/** A share link as the wire shows it. */
export type ShareLink<Kind extends SharedKind> = Omit<ShareLinkRow<Kind>, 'sealed_token'> & { readonly url: string };

/** The types of shared things of a kind. */
export interface SharedTypes {
  readonly kind: SharedKind;
  readonly thing: { readonly space_id: string; readonly title: string; readonly trashed_at: string | null };
  readonly created: EventType;
  readonly updated: EventType;
  readonly revoked: EventType;
}

/** Things of a kind that have share links. */
export interface SharedThings<T extends SharedTypes> {
  readonly kind: T['kind'];
  /** The prefix of the ids of links. */
  readonly prefix: IdPrefix;
  /** The first part of the path at which visitors read a thing, `d` for `/d/{token}`. */
  readonly path: string;
  /** True if a link also has addresses next to its page, such as `/w/{token}.svg`; a visit to one is a visit to all. */
  readonly hasFiles?: boolean;
  /** Links that a thing can have. */
  readonly limit: number;
  /** Returns a thing, without a lock. Throws `not_found`. */
  find(database: CommonQueryMethods, space: string, id: string): Promise<T['thing']>;
  /** Returns a thing, locked until the transaction ends. Throws `not_found`. */
  lock(tx: CommonQueryMethods, space: string, id: string): Promise<T['thing']>;
  announceCreated(tx: Transaction<T['created']>, thing: T['thing'], link: ShareLinkColumns): Promise<void>;
  announceUpdated(tx: Transaction<T['updated']>, thing: T['thing'], link: ShareLinkColumns, changed: string[]): Promise<void>;
  announceRevoked(tx: Transaction<T['revoked']>, thing: T['thing'], link: ShareLinkColumns): Promise<void>;
}
