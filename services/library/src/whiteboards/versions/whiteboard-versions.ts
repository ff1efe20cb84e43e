import { compareElements } from '@space/board';
import { type Call, type Handlers, Json } from '@space/bus';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { MAX_COMPARED_ELEMENTS, MAX_WHITEBOARD_TEXT, whiteboardVersionNamed, type whiteboardVersions } from '@space/contracts/whiteboards';
import { readPage } from '@space/database';
import { replayIfStored } from '@space/event-log';
import { loadState, versionGone } from '../../contents/storage/load-state.ts';
import { assertHadVersion, versionOf } from '../../contents/versions/find-version.ts';
import { stateToName, storeName } from '../../contents/versions/name-version.ts';
import { listVersions } from '../../contents/versions/versions.queries.ts';
import type { WhiteboardPorts } from '../content/whiteboard-ports.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { findWhiteboard, lockWhiteboard } from '../rows/find-whiteboard.ts';
import type { WhiteboardRow } from '../rows/whiteboard-row.ts';

type Naming = typeof whiteboardVersions.operations.create | typeof whiteboardVersions.operations.update;

/** Creates the handlers of the versions of whiteboards. */
export function whiteboardVersionHandlers(from: WhiteboardPorts): Handlers<typeof whiteboardVersions> {
  const { boards, kind } = from;
  const { database } = from.ports;

  /** Returns the state of a version. Throws `gone`. */
  async function stateAt({ space_id, id }: WhiteboardRow, version: number): Promise<Uint8Array> {
    const state = await loadState(database, boards, space_id, id, version);
    if (state === null) throw versionGone(version);
    return state;
  }

  const elementsAt = async (whiteboard: WhiteboardRow, version: number): Promise<readonly BoardElement[]> =>
    boards.run(whiteboard.space_id, 'read_elements', { state: await stateAt(whiteboard, version) });

  return {
    async list({ input: { id, ...list }, caller }) {
      await findWhiteboard(database, caller.space_id, id);
      return new Json(await readPage(database, listVersions(kind.tables, caller.space_id, id, list)));
    },

    async get({ input: { id, version }, caller }) {
      const whiteboard = await findWhiteboard(database, caller.space_id, id);
      const found = await versionOf(database, kind.tables, whiteboard, version);
      const state = await stateAt(whiteboard, version);
      const { text, ...figures } = await boards.run(caller.space_id, 'describe', { state });
      const elements_count = Object.values(figures.counts).reduce((sum, count) => sum + count, 0);
      return { ...found, id, elements_count, ...figures, text: text.slice(0, MAX_WHITEBOARD_TEXT) };
    },

    async create(call) {
      const { id, label, version } = call.input;
      const stored = await replayIfStored('library', from.ports, call);
      if (stored) return stored;
      const whiteboard = await findWhiteboard(database, call.caller.space_id, id);
      return nameVersion(from, call, whiteboard, version ?? whiteboard.content_version, label);
    },

    async update(call) {
      const { id, label, version } = call.input;
      const stored = await replayIfStored('library', from.ports, call);
      if (stored) return stored;
      return nameVersion(from, call, await findWhiteboard(database, call.caller.space_id, id), version, label);
    },

    async diff({ input, caller }) {
      const { id, from_version } = input;
      const whiteboard = await findWhiteboard(database, caller.space_id, id);
      const to_version = input.to_version ?? whiteboard.content_version;
      for (const version of [from_version, to_version]) assertHadVersion(whiteboard, kind.tables, version);
      const before = await elementsAt(whiteboard, from_version);
      const after = await elementsAt(whiteboard, to_version);
      return { id, from_version, to_version, ...differencesOf(before, after) };
    },
  };
}

/** Returns the elements that differ between two versions, as many as an answer has. */
function differencesOf(before: readonly BoardElement[], after: readonly BoardElement[]) {
  const { added, changed, removed } = compareElements(before, after);
  const former = new Map(before.map((element) => [element.id, element]));
  const present = new Map(after.map((element) => [element.id, element]));
  return {
    added: added.slice(0, MAX_COMPARED_ELEMENTS).map((id) => present.get(id)!),
    updated: changed.slice(0, MAX_COMPARED_ELEMENTS).map((id) => ({ before: former.get(id)!, after: present.get(id)! })),
    removed: removed.slice(0, MAX_COMPARED_ELEMENTS).map((id) => former.get(id)!),
    is_truncated: Math.max(added.length, changed.length, removed.length) > MAX_COMPARED_ELEMENTS,
  };
}

/** Gives a version a name, or takes it away, and stores its content. */
async function nameVersion<O extends Naming>(
  { ports, kind, writer }: WhiteboardPorts,
  call: Call<O>,
  whiteboard: WhiteboardRow,
  version: number,
  label: string | null,
) {
  const { space_id: space, id } = whiteboard;
  const name = { version, label };
  const state = await stateToName(ports.database, kind, whiteboard, name);
  return writer.write(call as Call<typeof whiteboardVersions.operations.create>, async function nameInTransaction(tx) {
    const locked = await lockWhiteboard(tx, space, id);
    const named = await storeName(tx, kind, locked, name, state);
    if (named.label_before !== label) {
      const dataOf = await eventDataOf(tx, space, [locked]);
      tx.emit(whiteboardVersionNamed, { ...dataOf(locked), named_version: version, label });
    }
    return named;
  });
}
