import type { Transaction } from '@space/event-log';
import type { ContentKind, ContentTypes } from '../kinds/content-kind.ts';
import type { ContentPorts } from '../kinds/content-ports.ts';
import { loadPresent } from '../storage/load-state.ts';
import { type DueContent, endStale } from './due-contents.queries.ts';

/**
 * Reads what is derived from a content from its updates and stores it. A content that changes meanwhile stays stale, and its next rebuild
 * comes.
 */
export async function rebuildDerived<T extends ContentTypes>(
  { kind, ports: { database }, writer }: ContentPorts<T>,
  { space_id: space, id }: DueContent,
): Promise<void> {
  const row = (await kind.find(database, space, [id])).get(id);
  if (!row?.is_stale) return;
  const derived = await kind.derive(space, await loadPresent(database, kind.work, space, row));
  await kind.write(writer, { space_id: space, actor: row.edited_by }, async function rebuildInTransaction(tx) {
    const locked = (await kind.lock(tx, space, [id])).get(id);
    if (!locked?.is_stale || locked.content_version !== row.content_version) return;
    await storeStale(tx, kind, locked, derived);
  });
}

/** Stores what is derived from the present content of a thing, which is locked and was stale, and announces what is new in it. */
export async function storeStale<T extends ContentTypes>(
  tx: Transaction<T['event']>,
  kind: ContentKind<T>,
  row: T['row'],
  derived: T['derived'],
): Promise<void> {
  const after = kind.withDerived(row, derived);
  const news = await kind.storeDerived(tx, after, derived);
  await endStale(tx, kind.tables, row.space_id, row.id);
  await kind.announceNews(tx, after, news);
}
