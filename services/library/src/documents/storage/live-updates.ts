import type { Actor } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { gatherUpdates as gather } from '../../contents/storage/gather-updates.ts';
import { findUpdates as find, findStateBefore as findState } from '../../contents/storage/updates.queries.ts';
import { documentTables } from '../rows/document-tables.ts';

/** Returns the newest stored state of a document that is not after a version; null without one. */
export const findStateBefore = (database: CommonQueryMethods, space: string, id: string, version: number) =>
  findState(database, documentTables, space, id, version);

/** Returns the changes of a document after one version up to another one, in their order. */
export const findUpdates = (database: CommonQueryMethods, space: string, id: string, after: number, upTo: number) =>
  find(database, documentTables, space, id, after, upTo);

/** Notes that a document, which is locked, has new changes of editors. */
export const gatherUpdates = (
  tx: CommonQueryMethods,
  {
    document_id,
    ...stored
  }: { readonly space: string; readonly document_id: string; readonly version: number; readonly last_version: number },
  actors: readonly [Actor, ...Actor[]],
  now: string,
) => gather(tx, documentTables, { ...stored, id: document_id }, actors, now);
