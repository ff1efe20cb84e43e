import { scheduledCall } from '@space/bus';
import { documents } from '@space/contracts/documents';
import type { DocumentPorts } from '../content/document-ports.ts';
import { findDocumentRows, lockDocumentRows } from '../rows/document-rows.queries.ts';
import { announceMentions, storeDerived } from '../storage/append-update.ts';
import { loadPresent } from '../storage/load-state.ts';
import { storedTextOf } from '../storage/stored-text.ts';
import { type DueDocument, endStale } from './due-documents.queries.ts';

/** Reads the text of a document from its updates and stores it. A document that changes meanwhile stays stale, and its next rebuild comes. */
export async function rebuildText({ ports, writer, texts }: DocumentPorts, { space_id: space, id }: DueDocument): Promise<void> {
  const document = (await findDocumentRows(ports.database, space, [id])).get(id);
  if (!document?.is_stale) return;
  const blocks = await texts.run(space, 'read_blocks', { state: await loadPresent(ports.database, texts, space, document) });
  const text = storedTextOf(await texts.run(space, 'derive', { blocks }));
  const call = scheduledCall('documents.edit', documents.operations.edit, { space_id: space, actor: document.edited_by }, {} as never);
  await writer.write(call, async function rebuildInTransaction(tx) {
    const locked = (await lockDocumentRows(tx, space, [id])).get(id);
    if (!locked?.is_stale || locked.content_version !== document.content_version) return null as never;
    const stored = await storeDerived(tx, locked, text);
    await endStale(tx, space, id);
    await announceMentions(tx, stored);
    return null as never;
  });
}
