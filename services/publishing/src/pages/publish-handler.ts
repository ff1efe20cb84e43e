import { type Call, type Handler, Json } from '@space/bus';
import { invalidFields, type OutputOf, Problem } from '@space/contracts/core';
import { type Page, type pages, pageUnpublished } from '@space/contracts/publishing';
import { isoTime } from '@space/database';
import { createWriter, type Transaction } from '@space/event-log';
import { invalidateTags, pageTag, siteTag } from '../cache/cache-invalidation.ts';
import type { Publishing } from '../context/publishing.ts';
import { deletePublishedReferences } from '../references/references.queries.ts';
import { type ReferenceNames, resolveReferences } from '../references/resolve-references.ts';
import { readPageResponse } from './page-response.ts';
import { updatePage } from './pages.queries.ts';
import { publishPage } from './publish-page.ts';
import { schedulePage } from './schedule-page.ts';
import { findStoredPage, lockPage, pageEventData, type StoredPage } from './stored-page.queries.ts';
import { findStoredVersion } from './versions.queries.ts';

type Publish = (typeof pages)['operations']['publish'];

/** Times that a page may change while its references are looked up, before whoever publishes it is asked to come again. */
const MAX_ATTEMPTS = 3;

/**
 * Answers `pages.publish`.
 *
 * To publish a page is to keep what it says as a version, which never changes, and to point the page at it: visitors see
 * either the one or the other. What they see is found by two rows, the address and the version; so an earlier version is
 * back with one change. A plan is a time on the row of the page: see planned-pages.ts.
 */
export function createPublishHandler(publishing: Publishing): Handler<Publish> {
  const { ports, origin } = publishing;
  const write = createWriter('publishing', ports);
  return async (call) => {
    const { id, publish, published_slug, version, at } = call.input;
    const space = call.caller.space_id;
    assertFieldsFit(call, ports.clock.now());
    let site: string | null = null;
    const answer = await withResolvedReferences(publishing, call, (checked) =>
      write.write(call, async (tx) => {
        const page = await lockPage(tx, space, id);
        site = page.site_id;
        const before = publicationState(page);
        if (checked && version === undefined && page.content !== checked.content) throw new PageChanged();
        if (at !== undefined) await schedulePage(tx, page, { publish, at, published_slug, actor: call.caller.actor });
        else if (publish)
          await publishPage(tx, origin, page, {
            version,
            published_slug,
            names: checked?.names ?? {},
            actor: call.caller.actor,
            scheduled: false,
          });
        else await unpublishPage(tx, page, false);
        return publishAnswer(await readPageResponse(tx, origin, space, id), before);
      }),
    );
    if (at === undefined) invalidateTags(ports.bus, pageTag(id), site && siteTag(site));
    return answer;
  };
}

type PublicationState = OutputOf<Publish>['before'];

/** How a page stands before it is published or taken down. */
const publicationState = ({ status, slug, published_version, publish_at, unpublish_at }: StoredPage): PublicationState => ({
  status,
  published_slug: slug,
  published_version: status === 'published' ? published_version : null,
  publish_at: publish_at === null ? null : isoTime(publish_at),
  unpublish_at: unpublish_at === null ? null : isoTime(unpublish_at),
});

const publishAnswer = ({ text, version, shown }: Json<Page>, before: PublicationState): Json<Page & { before: PublicationState }> =>
  new Json(JSON.stringify({ ...JSON.parse(text), before }), version, shown);

/** Takes a page down, if it is up; its time to be taken down is over. */
export async function unpublishPage(tx: Transaction<typeof pageUnpublished>, page: StoredPage, scheduled: boolean): Promise<void> {
  if (page.status === 'unpublished' && page.unpublish_at === null) return;
  const { space_id, id } = page;
  await updatePage(tx, space_id, id, { status: 'unpublished', unpublish_at: null, unpublish_by: null }, tx.now);
  await deletePublishedReferences(tx, space_id, id);
  if (page.status === 'published') tx.emit(pageUnpublished, { ...pageEventData(page), scheduled });
}

/** What a page uses, looked up, and the content it was looked up in. */
interface ResolvedContent {
  readonly content: number;
  readonly names: ReferenceNames;
}

/** The page changed while its references were looked up. */
class PageChanged extends Error {}

/** Looks up what will be shown, before the transaction, and again when the page changed in between. */
async function withResolvedReferences<T>(
  { ports }: Publishing,
  call: Call<Publish>,
  act: (checked: ResolvedContent | undefined) => Promise<T>,
): Promise<T> {
  const { id, publish, version, at } = call.input;
  if (!publish || at === null) return act(undefined);
  const space = call.caller.space_id;
  for (let left = MAX_ATTEMPTS; left > 0; left--) {
    const shown =
      version === undefined ? await findStoredPage(ports.database, space, id) : await findStoredVersion(ports.database, space, id, version);
    const checked = shown ? { content: shown.content, names: await resolveReferences(ports.bus, call, shown.outline) } : undefined;
    try {
      return await act(checked);
    } catch (error) {
      if (!(error instanceof PageChanged)) throw error;
    }
  }
  throw new Problem('conflict', 'The page is being changed; publish it when that is done.', { retry_after_s: 1 });
}

/** The latest time that can be planned. */
const MAX_TIMESTAMP = Date.parse('9999-12-30T00:00:00Z');

/** Refuses what does not go together. */
function assertFieldsFit({ input: { publish, published_slug, version, at } }: Call<Publish>, now: number): void {
  const faults = [];
  if (!publish && published_slug !== undefined)
    faults.push({ path: 'published_slug', code: 'not_published', message: 'goes only with publish true' });
  if (!publish && version !== undefined) faults.push({ path: 'version', code: 'not_published', message: 'goes only with publish true' });
  if (at !== undefined && version !== undefined)
    faults.push({ path: 'version', code: 'not_planned', message: 'does not go with at: what the page says then is published' });
  if (at === null && published_slug !== undefined)
    faults.push({ path: 'published_slug', code: 'not_planned', message: 'does not go with at null, which calls off what was planned' });
  const time = at ? Date.parse(at) : undefined;
  if (time !== undefined && time <= now)
    faults.push({ path: 'at', code: 'in_the_past', message: 'must be in the future; leave it out to act now' });
  if (time !== undefined && time > MAX_TIMESTAMP) faults.push({ path: 'at', code: 'too_big', message: 'must be before the year 10000' });
  if (faults.length > 0) throw invalidFields(faults);
}
