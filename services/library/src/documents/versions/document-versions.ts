import { type Call, type Handlers, Json } from '@space/bus';
import { notFound, Problem } from '@space/contracts/core';
import {
  type DocumentVersion,
  documentVersionNamed,
  type documentVersions,
  MAX_NAMED_VERSIONS,
  MAX_VERSION_DIFF,
} from '@space/contracts/documents';
import { readPage } from '@space/database';
import { replayIfStored } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import type { DocumentPorts } from '../content/document-ports.ts';
import { markdownAt } from '../content/present-text.ts';
import type { DocumentRow } from '../rows/document-row.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { assertNotTrashed, findDocument, lockDocuments } from '../rows/find-document.ts';
import { loadState, versionGone } from '../storage/load-state.ts';
import { countNamed, findVersion, listVersions, removeLabel, storeCheckpoint } from './versions.queries.ts';

type Naming = typeof documentVersions.operations.create | typeof documentVersions.operations.update;

/** Creates the handlers of the versions of documents. */
export function documentVersionHandlers(from: DocumentPorts): Handlers<typeof documentVersions> {
  const { database } = from.ports;
  return {
    async list({ input: { id, ...list }, caller }) {
      await findDocument(database, caller.space_id, id);
      return new Json(await readPage(database, listVersions(caller.space_id, id, list)));
    },

    async get({ input: { id, version }, caller }) {
      const document = await findDocument(database, caller.space_id, id);
      const found = await versionOf(database, document, version);
      return { ...found, id, content: await markdownAt(database, from.texts, document, version), is_truncated: false };
    },

    async create(call) {
      const { id, label, version } = call.input;
      const stored = await replayIfStored('library', from.ports, call);
      if (stored) return stored;
      const document = await findDocument(database, call.caller.space_id, id);
      return nameVersion(from, call, document, version ?? document.content_version, label);
    },

    async update(call) {
      const { id, label, version } = call.input;
      const stored = await replayIfStored('library', from.ports, call);
      if (stored) return stored;
      return nameVersion(from, call, await findDocument(database, call.caller.space_id, id), version, label);
    },

    async diff({ input, caller }) {
      const { id, from_version } = input;
      const document = await findDocument(database, caller.space_id, id);
      const to_version = input.to_version ?? document.content_version;
      for (const version of [from_version, to_version]) assertHadVersion(document, version);
      const before = await markdownAt(database, from.texts, document, from_version);
      const after = await markdownAt(database, from.texts, document, to_version);
      const { diff, is_truncated } = await from.texts.run(caller.space_id, 'unified_diff', { before, after, limit: MAX_VERSION_DIFF });
      return { id, from_version, to_version, diff, diff_is_truncated: is_truncated };
    },
  };
}

function assertHadVersion({ content_version }: DocumentRow, version: number): void {
  if (version > content_version) throw notFound('version of the document', String(version));
}

/** Returns a version of a document. Throws `not_found` for one that it has not had, and `gone`. */
async function versionOf(database: CommonQueryMethods, document: DocumentRow, version: number): Promise<DocumentVersion> {
  assertHadVersion(document, version);
  const json = await findVersion(database, document.space_id, document.id, version);
  if (json === null) throw versionGone(version);
  return JSON.parse(json) as DocumentVersion;
}

/** Gives a version a name, or takes it away, and stores its content. */
async function nameVersion<O extends Naming>(
  from: DocumentPorts,
  call: Call<O>,
  document: DocumentRow,
  version: number,
  label: string | null,
) {
  const { ports, texts, writer } = from;
  const { space_id: space, id } = document;
  assertNotTrashed(document);
  await versionOf(ports.database, document, version);
  const state = label === null ? null : await loadState(ports.database, texts, space, id, version);
  if (label !== null && state === null) throw versionGone(version);
  return writer.write(call as Call<typeof documentVersions.operations.create>, async function nameInTransaction(tx) {
    const [locked] = await lockDocuments(tx, space, [id]);
    const before = await versionOf(tx, locked!, version);
    if (label === null) await removeLabel(tx, space, id, version);
    else {
      if ((await countNamed(tx, space, id, version)) >= MAX_NAMED_VERSIONS)
        throw new Problem('limit_reached', `A document has at most ${MAX_NAMED_VERSIONS} named versions; take the name of one away first.`);
      const { created_by: actor, created_at } = before;
      await storeCheckpoint(tx, { space, document_id: id, version, state: state!, label, actor, created_at });
    }
    if (before.label !== label) {
      const dataOf = await eventDataOf(tx, space, [locked!]);
      tx.emit(documentVersionNamed, { ...dataOf(locked!), named_version: version, label });
    }
    return { ...(await versionOf(tx, locked!, version)), id, label_before: before.label };
  });
}
