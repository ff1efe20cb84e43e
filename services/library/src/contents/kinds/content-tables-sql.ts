import { sql } from '@space/database';
import type { IdentifierSqlToken } from 'slonik';

/** The names of one kind of contents in SQL and in messages. */
export interface ContentTables {
  /** The singular, as in `not_found`. */
  readonly noun: string;
  /** The plural, which is the first part of the path as well. */
  readonly nouns: 'documents' | 'whiteboards';
  /** The table of the things themselves. */
  readonly thing: IdentifierSqlToken;
  /** The column of the other tables that has the id of the thing. */
  readonly thing_id: IdentifierSqlToken;
  readonly update: IdentifierSqlToken;
  readonly state: IdentifierSqlToken;
  readonly checkpoint: IdentifierSqlToken;
  readonly gathering: IdentifierSqlToken;
}

/** Returns the names of a kind of contents whose tables begin with its noun. */
export const contentTables = (noun: string, nouns: ContentTables['nouns']): ContentTables => ({
  noun,
  nouns,
  thing: sql.identifier(['library', noun]),
  thing_id: sql.identifier([`${noun}_id`]),
  update: sql.identifier(['library', `${noun}_update`]),
  state: sql.identifier(['library', `${noun}_state`]),
  checkpoint: sql.identifier(['library', `${noun}_checkpoint`]),
  gathering: sql.identifier(['library', `${noun}_gathering`]),
});
