import { isoTime } from '@space/database';
import type { Transaction } from '@space/event-log';
import { SECOND_MS } from '@space/time';
import { isEditable } from '../kinds/assert-editable.ts';
import type { ContentKind, ContentTypes } from '../kinds/content-kind.ts';
import type { ContentPorts } from '../kinds/content-ports.ts';
import { continueGathering, endGathering, findGathering, type Gathering } from '../storage/gatherings.queries.ts';
import { loadPresent, loadState } from '../storage/load-state.ts';
import { advanceContent, insertUpdate } from '../storage/updates.queries.ts';
import { storeStale } from './rebuild-derived.ts';

/** The time until the event of changes that came while the event of earlier ones was made. */
const NEXT_DELAY_MS = 30 * SECOND_MS;

/** A content with its gathered changes at one version. */
interface GatheredContent<T extends ContentTypes> {
  readonly at_version: number;
  /** The update with what editors left out; null if they left nothing out. */
  readonly completion: Uint8Array | null;
  readonly derived: T['derived'];
  readonly change: T['change'];
}

/**
 * Announces the changes of people who worked together as one event: what differs between the version before the first of them and the present
 * one. A process that is killed before the commit leaves them to the next one.
 */
export async function announceGathered<T extends ContentTypes>(from: ContentPorts<T>, gathering: Gathering): Promise<void> {
  const { kind, ports, writer, announceUpdates } = from;
  const { space_id, id, editors } = gathering;
  const row = (await kind.find(ports.database, space_id, [id])).get(id);
  if (!row) return;
  const content = await readGathered(from, gathering, row);
  const due_at = isoTime(ports.clock.now() + NEXT_DELAY_MS);
  let completed_at: number | undefined;
  await kind.write(writer, { space_id, actor: editors[0]! }, async function announceInTransaction(tx) {
    completed_at = await storeGathered(tx, kind, { gathering, content, due_at });
  });
  if (completed_at !== undefined) announceUpdates(id, { first_version: completed_at, updates: [content.completion!], batch: null });
}

async function readGathered<T extends ContentTypes>(
  { kind, ports: { database } }: ContentPorts<T>,
  { space_id: space, id, from_version }: Gathering,
  row: T['row'],
): Promise<GatheredContent<T>> {
  const present = await loadPresent(database, kind.work, space, row);
  // The service changes no content that callers may not change.
  const { state, update } = isEditable(row) ? await kind.complete(space, present) : { state: present, update: null };
  const before = await loadState(database, kind.work, space, id, from_version);
  return {
    at_version: row.content_version,
    completion: update,
    derived: await kind.derive(space, state),
    change: await kind.compare(space, before, state),
  };
}

/** Stores and announces gathered changes. Returns the version of the completion if it was stored. */
async function storeGathered<T extends ContentTypes>(
  tx: Transaction<T['event']>,
  kind: ContentKind<T>,
  { gathering, content, due_at }: { readonly gathering: Gathering; readonly content: GatheredContent<T>; readonly due_at: string },
): Promise<number | undefined> {
  const { space_id: space, id, from_version, editors } = gathering;
  const { at_version, completion, derived, change } = content;
  const row = (await kind.lock(tx, space, [id])).get(id);
  const current = await findGathering(tx, kind.tables, space, id);
  // Another process has announced them.
  if (!row || current?.from_version !== from_version) return undefined;
  const announce = (version: number, by: Gathering['editors']) =>
    kind.announceChange(tx, kind.withDerived({ ...row, content_version: version }, derived), {
      previous_version: from_version,
      change,
      editors: by,
    });
  if (row.content_version !== at_version) {
    await announce(at_version, editors);
    await continueGathering(tx, kind.tables, current, { from_version: at_version, now: tx.now, due_at });
    return undefined;
  }
  // It was locked or deleted meanwhile: its changes stay due, and the next event is made without a completion.
  if (completion && !isEditable(row)) return undefined;
  const version = completion ? at_version + 1 : at_version;
  if (completion) {
    const completing = { space, id, version, actor: row.edited_by };
    await insertUpdate(tx, kind.tables, { ...completing, update: completion }, tx.now);
    await advanceContent(tx, kind.tables, completing, false, tx.now);
  }
  await announce(version, current.editors);
  if (completion || row.is_stale) await storeStale(tx, kind, { ...row, content_version: version }, derived);
  await endGathering(tx, kind.tables, space, id);
  return completion ? version : undefined;
}
