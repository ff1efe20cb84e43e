import { documentMentioned, documentUpdated, MAX_EVENT_BLOCKS } from '@space/contracts/documents';
import type { Transaction } from '@space/event-log';
import type { BlockChange } from '@space/rich-text';
import type { AnnouncedChange } from '../../contents/kinds/content-kind.ts';
import type { DocumentRow } from '../rows/document-row.ts';
import { eventDataOf } from '../rows/event-data.ts';
import type { StoredReference } from './stored-text.ts';

/** Announces whom a document mentions now and did not mention before. */
export async function announceMentions(
  tx: Transaction<typeof documentMentioned>,
  document: DocumentRow,
  mentions: readonly StoredReference[],
): Promise<void> {
  const [first] = mentions;
  if (!first) return;
  const dataOf = await eventDataOf(tx, document.space_id, [document]);
  const mentioned_ids = [...new Set(mentions.map(({ thing_id }) => thing_id!))];
  tx.emit(documentMentioned, { ...dataOf(document), mentioned_ids, block_id: first.block_id, comment_id: null });
}

/** Announces a change of the content of a document. */
export async function announceTextChange(
  tx: Transaction<typeof documentUpdated>,
  document: DocumentRow,
  { previous_version, change, editors }: AnnouncedChange<BlockChange>,
): Promise<void> {
  const dataOf = await eventDataOf(tx, document.space_id, [document]);
  const { changed_blocks, characters_added, characters_removed } = change;
  tx.emit(documentUpdated, {
    ...dataOf(document),
    changed: ['content'],
    previous_version,
    changed_blocks: changed_blocks.slice(0, MAX_EVENT_BLOCKS),
    characters_added,
    characters_removed,
    editors: [...editors],
    excerpt: document.excerpt,
  });
}
