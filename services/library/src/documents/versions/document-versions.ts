import { type Call, type Handlers, Json } from '@space/bus';
import { documentVersionNamed, type documentVersions, MAX_VERSION_DIFF } from '@space/contracts/documents';
import { readPage } from '@space/database';
import { replayIfStored } from '@space/event-log';
import { assertHadVersion, versionOf } from '../../contents/versions/find-version.ts';
import { stateToName, storeName } from '../../contents/versions/name-version.ts';
import { listVersions } from '../../contents/versions/versions.queries.ts';
import type { DocumentPorts } from '../content/document-ports.ts';
import { markdownAt } from '../content/present-text.ts';
import type { DocumentRow } from '../rows/document-row.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { findDocument, lockDocuments } from '../rows/find-document.ts';

type Naming = typeof documentVersions.operations.create | typeof documentVersions.operations.update;

/** Creates the handlers of the versions of documents. */
export function documentVersionHandlers(from: DocumentPorts): Handlers<typeof documentVersions> {
  const { database } = from.ports;
  const { tables } = from.kind;
  return {
    async list({ input: { id, ...list }, caller }) {
      await findDocument(database, caller.space_id, id);
      return new Json(await readPage(database, listVersions(tables, caller.space_id, id, list)));
    },

    async get({ input: { id, version }, caller }) {
      const document = await findDocument(database, caller.space_id, id);
      const found = await versionOf(database, tables, document, version);
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
      for (const version of [from_version, to_version]) assertHadVersion(document, tables, version);
      const before = await markdownAt(database, from.texts, document, from_version);
      const after = await markdownAt(database, from.texts, document, to_version);
      const { diff, is_truncated } = await from.texts.run(caller.space_id, 'unified_diff', { before, after, limit: MAX_VERSION_DIFF });
      return { id, from_version, to_version, diff, diff_is_truncated: is_truncated };
    },
  };
}

/** Gives a version a name, or takes it away, and stores its content. */
async function nameVersion<O extends Naming>(
  { ports, kind, writer }: DocumentPorts,
  call: Call<O>,
  document: DocumentRow,
  version: number,
  label: string | null,
) {
  const { space_id: space, id } = document;
  const name = { version, label };
  const state = await stateToName(ports.database, kind, document, name);
  return writer.write(call as Call<typeof documentVersions.operations.create>, async function nameInTransaction(tx) {
    const [locked] = await lockDocuments(tx, space, [id]);
    const named = await storeName(tx, kind, locked!, name, state);
    if (named.label_before !== label) {
      const dataOf = await eventDataOf(tx, space, [locked!]);
      tx.emit(documentVersionNamed, { ...dataOf(locked!), named_version: version, label });
    }
    return named;
  });
}
