import { BoardFormatError, type ImportedBoard, readExcalidraw, readJsonCanvas } from '@space/board/formats';
import { type Call, type Handlers, parseBody, rejectUnstorableJson } from '@space/bus';
import { invalidFields, Problem, unresolvedReferences } from '@space/contracts/core';
import { MAX_BOARD_ELEMENTS } from '@space/contracts/whiteboard-elements';
import { MAX_WHITEBOARD_BODY_BYTES, type whiteboards } from '@space/contracts/whiteboards';
import { replayIfStored } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { assertMayReadAssets, readObject } from '../../objects/read-object.ts';
import { findAssetRows } from '../../rows/asset-rows.queries.ts';
import { thingsOf } from '../content/assert-things.ts';
import type { RefusalPlaces } from '../content/board-work.ts';
import { changeBoard } from '../content/change-board.ts';
import type { WhiteboardPorts } from '../content/whiteboard-ports.ts';

/** Returns the handler that adds the elements of a file to a whiteboard. */
export const importWhiteboard =
  (from: WhiteboardPorts): Handlers<typeof whiteboards>['import'] =>
  async (call) => {
    const { asset_id, format, mode } = call.input;
    const space = call.caller.space_id;
    const field = asset_id === undefined ? 'content' : 'asset_id';
    const stored = await replayIfStored('library', from.ports, call);
    if (stored) return stored;
    const board = await readBoard(from.ports.database, space, format, await contentOf(from, call), field);
    const places: RefusalPlaces = { fieldOf: () => field, missing: 'unresolved_reference' };
    const job = mode === 'replace' ? 'replace_elements' : 'create_elements';
    return changeBoard(from, call, {
      apply: (state) => from.boards.run(space, job, { state, elements: board.elements }, places),
      given: thingsOf(board.elements).map(({ address }) => ({ path: field, address })),
      answer: (_made, { comparison: { added, removed }, ...versions }) => ({
        ...versions,
        added: added.length,
        removed: removed.length,
        warnings: [...board.warnings],
      }),
    });
  };

/** Returns the content of the file of a call. */
async function contentOf({ ports }: WhiteboardPorts, { input, caller }: Call<typeof whiteboards.operations.import>): Promise<unknown> {
  const { content, asset_id } = input;
  if ((content === undefined) === (asset_id === undefined))
    throw invalidFields([{ path: 'content', code: 'required', message: 'is required, unless asset_id is given; send one of them' }]);
  if (asset_id === undefined) return content;
  assertMayReadAssets(caller.scopes);
  const asset = (await findAssetRows(ports.database, caller.space_id, [asset_id])).get(asset_id);
  if (!asset) throw unresolvedReferences([{ path: 'asset_id', noun: 'asset', id: asset_id }]);
  if (asset.trashed_at !== null) throw new Problem('conflict', `"${asset.name}" is in the trash; restore it first.`);
  if (asset.size > MAX_WHITEBOARD_BODY_BYTES)
    throw unreadable('asset_id', `has a file of more than ${MAX_WHITEBOARD_BODY_BYTES / 1_048_576} MiB; divide it`);
  const bytes = await readObject(ports, caller.space_id, asset.sha256);
  try {
    const parsed = parseBody(bytes);
    rejectUnstorableJson(parsed);
    return parsed;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw unreadable('asset_id', 'has a file that is not JSON, or has too many values; store an Excalidraw or JSON Canvas file');
  }
}

const unreadable = (path: string, message: string): Problem => invalidFields([{ path, code: 'invalid', message }]);

/** Returns the elements of a file. Throws `invalid` for a file that is not of the format, and for one with too many elements. */
async function readBoard(
  database: CommonQueryMethods,
  space: string,
  format: 'excalidraw' | 'jsoncanvas',
  content: unknown,
  field: string,
): Promise<ImportedBoard> {
  try {
    const board =
      format === 'jsoncanvas' ? readJsonCanvas(content) : readExcalidraw(content, { asset_ids: await assetsIn(database, space, content) });
    if (board.elements.length > MAX_BOARD_ELEMENTS)
      throw unreadable(field, `has ${board.elements.length} elements; a whiteboard has at most ${MAX_BOARD_ELEMENTS}`);
    return board;
  } catch (error) {
    throw error instanceof BoardFormatError ? unreadable(field, error.message.replace(/\.$/, '')) : error;
  }
}

/** Returns those of the assets that a file names that exist. */
async function assetsIn(database: CommonQueryMethods, space: string, content: unknown): Promise<ReadonlySet<string>> {
  const ids = new Set(JSON.stringify(content).match(/\bast_[0-9a-z]{20,40}\b/g));
  const rows = await findAssetRows(database, space, [...ids].slice(0, MAX_BOARD_ELEMENTS));
  return new Set([...rows.values()].flatMap(({ id, trashed_at }) => (trashed_at === null ? id : [])));
}
