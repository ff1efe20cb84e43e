import { scheduledCall } from '@space/bus';
import { documents } from '@space/contracts/documents';
import { isoTime } from '@space/database';
import { SECOND_MS } from '@space/time';
import type { DocumentPorts } from '../content/document-ports.ts';
import { announceUpdates } from '../../live/announce-live.ts';
import { findDocumentRows, lockDocumentRows } from '../rows/document-rows.queries.ts';
import { announceChange } from '../storage/append-update.ts';
import { loadPresent, loadState } from '../storage/load-state.ts';
import { assetIdsOf, storedTextOf } from '../storage/stored-text.ts';
import { advanceDocument, insertUpdate } from '../storage/updates.queries.ts';
import { endGathering, findGathering, type Gathering } from './due-documents.queries.ts';

/** The time until the event of changes that came while the event of earlier ones was made. */
const NEXT_DELAY_MS = 30 * SECOND_MS;

/**
 * Announces the changes of people who wrote together as one event: what differs between the version before the first of them and the present
 * one. A process that is killed before the commit leaves them to the next one.
 */
export async function announceGathered({ ports, writer, texts }: DocumentPorts, gathering: Gathering): Promise<void> {
  const { space_id: space, id, from_version, editors } = gathering;
  const document = (await findDocumentRows(ports.database, space, [id])).get(id);
  if (!document) return;
  // Editors may leave new blocks without ids, by which the event and later calls name them.
  const { state: after, update } = await texts.run(space, 'assign_block_ids', {
    state: await loadPresent(ports.database, texts, space, document),
  });
  const before = await loadState(ports.database, texts, space, id, from_version);
  const change = before === null ? nothing : await texts.run(space, 'compare_states', { before, after });
  const { excerpt, refs } = storedTextOf(
    await texts.run(space, 'derive', { blocks: await texts.run(space, 'read_blocks', { state: after }) }),
  );
  const [actor] = editors;
  const call = scheduledCall('documents.edit', documents.operations.edit, { space_id: space, actor: actor! }, {} as never);
  let stored: number | undefined;
  await writer.write(call, async function announceInTransaction(tx) {
    stored = undefined;
    const locked = (await lockDocumentRows(tx, space, [id])).get(id);
    const current = await findGathering(tx, space, id);
    // Another process has announced them.
    if (!locked || current?.from_version !== from_version) return null as never;
    const isLast = locked.content_version === document.content_version;
    if (isLast && update) {
      stored = locked.content_version + 1;
      const change = { space, document_id: id, version: stored, actor: locked.edited_by };
      await insertUpdate(tx, { ...change, update }, tx.now);
      await advanceDocument(tx, change, true, tx.now);
    }
    const announced = { ...locked, content_version: stored ?? document.content_version, excerpt, asset_ids: assetIdsOf(refs) };
    await announceChange(tx, announced, { previous_version: from_version, change, editors: isLast ? current.editors : editors });
    const due_at = isoTime(ports.clock.now() + NEXT_DELAY_MS);
    await endGathering(tx, gathering, document.content_version, isLast, { now: tx.now, due_at, editors: current.editors });
    return null as never;
  });
  if (stored !== undefined) announceUpdates(ports.bus, id, { first_version: stored, updates: [update!], batch: null });
}

const nothing = { changed_blocks: [], characters_added: 0, characters_removed: 0 };
