import type { Call } from '@space/bus';
import { Problem } from '@space/contracts/core';
import {
  type DocumentChange,
  type documents,
  MAX_ANSWERED_BLOCKS,
  MAX_DOCUMENT_STATE_BYTES,
  MAX_EDIT_DIFF,
} from '@space/contracts/documents';
import { replayIfStored } from '@space/event-log';
import type { EditResult } from '@space/rich-text';
import { appendUpdate } from '../../contents/storage/append-update.ts';
import { applyInTurn } from '../../contents/storage/apply-in-turn.ts';
import { loadPresent } from '../../contents/storage/load-state.ts';
import { assertReferences, type GivenText } from '../references/assert-references.ts';
import type { DocumentRow } from '../rows/document-row.ts';
import { assertEditable, findDocument } from '../rows/find-document.ts';
import { storedTextOf } from '../storage/stored-text.ts';
import type { DocumentPorts } from './document-ports.ts';
import { presentText } from './present-text.ts';

/** The operations that change the content of a document. */
type Editing = typeof documents.operations.edit | typeof documents.operations.revert;

/** A change as a function of the document: it is applied again if the document changes meanwhile. */
export interface ContentChange {
  readonly apply: (state: Uint8Array, document: DocumentRow) => Promise<EditResult>;
  /** The texts of the call in which references stand; null for a change that brings only former content back. */
  readonly given: readonly GivenText[] | null;
  /** The version that the caller has read. */
  readonly base_version?: number | undefined;
}

/** Changes the content of a document as a call asks, and answers what changed. */
export async function changeContent<O extends Editing>(
  { ports, writer, texts, kind, turns }: DocumentPorts,
  call: Call<O>,
  change: ContentChange,
): Promise<DocumentChange> {
  const { id } = call.input as { readonly id: string };
  const { space_id: space, actor } = call.caller;
  const { database } = ports;

  async function attempt(mayFollowOthers: boolean): Promise<DocumentChange> {
    const document = await findDocument(database, space, id);
    assertEditable(document);
    const state = await loadPresent(database, texts, space, document);
    const { update, blocks, ...difference } = await change.apply(state, document);
    const before = await presentText(database, texts, document);
    const text = storedTextOf(await texts.run(space, 'derive', { blocks }));
    // What was there before may come back, also if the thing that it names is gone.
    if (change.given) await assertReferences(ports, call, before.refs, text.refs, change.given);
    if (update !== null) assertStateSize(state, update);
    const { diff, is_truncated } = await texts.run(space, 'unified_diff', {
      before: before.markdown,
      after: text.markdown,
      limit: MAX_EDIT_DIFF,
    });
    const answerAt = (version: number): DocumentChange => ({
      id,
      version,
      previous_version: update === null ? version : version - 1,
      merged_with: change.base_version === undefined ? 0 : document.content_version - change.base_version,
      changed_blocks: difference.changed_blocks.slice(0, MAX_ANSWERED_BLOCKS),
      characters_added: difference.characters_added,
      characters_removed: difference.characters_removed,
      diff,
      diff_is_truncated: is_truncated,
    });
    const applied = { update: update!, at_version: document.content_version, derived: text, change: difference, mayFollowOthers };
    return (await writer.write(call as Call<typeof documents.operations.edit>, async function changeInTransaction(tx) {
      if (update === null) return answerAt(document.content_version);
      const after = await appendUpdate(tx, kind, { space, id, actor, ...applied });
      return answerAt(after.content_version);
    })) as DocumentChange;
  }

  const replay = async () => (await replayIfStored('library', ports, call as Call<typeof documents.operations.edit>)) as never;
  return applyInTurn(turns, id, replay, attempt);
}

function assertStateSize(state: Uint8Array, update: Uint8Array): void {
  if (state.length + update.length > MAX_DOCUMENT_STATE_BYTES)
    throw new Problem(
      'limit_reached',
      `A document has at most ${MAX_DOCUMENT_STATE_BYTES / 1_048_576} MiB with its history; make a copy of it with from_document_id.`,
    );
}
