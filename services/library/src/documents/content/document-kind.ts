import { scheduledCall } from '@space/bus';
import {
  CHANGES_PER_VERSION,
  DOCUMENT_CHANGE_DAYS,
  DOCUMENT_VERSION_DAYS,
  type documentMentioned,
  documents,
  type documentUpdated,
  MAX_NAMED_VERSIONS,
  MINUTES_BETWEEN_VERSIONS,
  QUIET_VERSION_MINUTES,
} from '@space/contracts/documents';
import type { BlockChange } from '@space/rich-text';
import type { ContentKind } from '../../contents/kinds/content-kind.ts';
import type { DocumentRow } from '../rows/document-row.ts';
import { findDocumentRows, lockDocumentRows } from '../rows/document-rows.queries.ts';
import { documentTables } from '../rows/document-tables.ts';
import { announceMentions, announceTextChange } from '../storage/announce-text.ts';
import { storeTextAndUses } from '../storage/store-text.ts';
import { assetIdsOf, type StoredReference, type StoredText, storedTextOf } from '../storage/stored-text.ts';
import type { TextWork } from '../texts/text-work.ts';

/** The types of the content of documents. */
export interface DocumentTypes {
  readonly row: DocumentRow;
  readonly derived: StoredText;
  readonly change: BlockChange;
  /** Mentions that are new. */
  readonly news: readonly StoredReference[];
  readonly event: typeof documentUpdated | typeof documentMentioned;
}

const noChange: BlockChange = { changed_blocks: [], characters_added: 0, characters_removed: 0 };

/** Returns documents as a kind of contents, with the threads that work on their texts. */
export const documentKind = (texts: TextWork): ContentKind<DocumentTypes> => ({
  tables: documentTables,
  limits: {
    change_days: DOCUMENT_CHANGE_DAYS,
    checkpoint_days: DOCUMENT_VERSION_DAYS,
    quiet_minutes: QUIET_VERSION_MINUTES,
    changes_per_checkpoint: CHANGES_PER_VERSION,
    checkpoint_minutes: MINUTES_BETWEEN_VERSIONS,
    named_versions: MAX_NAMED_VERSIONS,
  },
  work: texts,
  find: findDocumentRows,
  lock: lockDocumentRows,
  // Editors may leave new blocks without ids, by which events and later calls name them.
  complete: (space, state) => texts.run(space, 'assign_block_ids', { state }),
  derive: async (space, state) =>
    storedTextOf(await texts.run(space, 'derive', { blocks: await texts.run(space, 'read_blocks', { state }) })),
  compare: async (space, before, after) => (before === null ? noChange : texts.run(space, 'compare_states', { before, after })),
  withDerived: (row, { excerpt, refs }) => ({ ...row, excerpt, asset_ids: assetIdsOf(refs) }),
  storeDerived: storeTextAndUses,
  announceChange: announceTextChange,
  announceNews: announceMentions,
  async write(writer, caller, change) {
    const call = scheduledCall('documents.edit', documents.operations.edit, caller, {} as never);
    await writer.write(call, async function changeInTransaction(tx) {
      await change(tx);
      return null as never;
    });
  },
});
