import { type Call, type Handler, Json } from '@space/bus';
import { invalidFields, type OutputOf, Problem } from '@space/contracts/core';
import { type Page, type pages, pageUnpublished } from '@space/contracts/publishing';
import { isoTime } from '@space/database';
import { createWriter, type Transaction } from '@space/event-log';
import { pageTag, siteTag, tellChanged } from '../public-changes.ts';
import type { Publishing } from '../publishing.ts';
import { dropPublishedReferences } from '../references/references.queries.ts';
import { type Names, resolveReferences } from '../references/resolve-references.ts';
import { pageAnswer } from './page-answer.ts';
import { updatePage } from './pages.queries.ts';
import { planPage } from './plan-page.ts';
import { showPage } from './show-page.ts';
import { aboutPage, lockPage, readPage, type StoredPage } from './stored-page.ts';
import { readVersion } from './versions.queries.ts';

type Publish = (typeof pages)['operations']['publish'];

/** Times that a page may change while its references are looked up, before whoever publishes it is asked to come again. */
const TRIES = 3;

/**
 * Answers `pages.publish`.
 *
 * To publish a page is to keep what it says as a version, which never changes, and to point the page at it: visitors see
 * either the one or the other. What they see is found by two rows, the address and the version; so an earlier version is
 * back with one change. A plan is a time on the row of the page: see planned-pages.ts.
 */
export function publishHandler(publishing: Publishing): Handler<Publish> {
  const { ports, origin } = publishing;
  const write = createWriter('publishing', ports);
  return async (call) => {
    const { id, publish, published_slug, version, at } = call.input;
    const space = call.caller.space_id;
    mustFit(call, ports.clock.now());
    let site: string | null = null;
    const answer = await withReferences(publishing, call, (checked) =>
      write.write(call, async (tx) => {
        const page = await lockPage(tx, space, id);
        site = page.site_id;
        const before = standingOf(page);
        if (checked && version === undefined && page.content !== checked.content) throw new Overtaken();
        if (at !== undefined) await planPage(tx, page, { publish, at, published_slug, actor: call.caller.actor });
        else if (publish)
          await showPage(tx, origin, page, {
            version,
            published_slug,
            names: checked?.names ?? {},
            actor: call.caller.actor,
            scheduled: false,
          });
        else await takeDown(tx, page, false);
        return publishAnswer(await pageAnswer(tx, origin, space, id), before);
      }),
    );
    if (at === undefined) tellChanged(ports.bus, pageTag(id), site && siteTag(site));
    return answer;
  };
}

type Standing = OutputOf<Publish>['before'];

/** How a page stands before it is published or taken down. */
const standingOf = ({ status, slug, published_version, publish_at, unpublish_at }: StoredPage): Standing => ({
  status,
  published_slug: slug,
  published_version: status === 'published' ? published_version : null,
  publish_at: publish_at === null ? null : isoTime(publish_at),
  unpublish_at: unpublish_at === null ? null : isoTime(unpublish_at),
});

const publishAnswer = ({ text, version, etagInput }: Json<Page>, before: Standing): Json<Page & { before: Standing }> =>
  new Json(JSON.stringify({ ...JSON.parse(text), before }), version, etagInput);

/** Takes a page down, if it is up; its time to be taken down is over. */
export async function takeDown(tx: Transaction<typeof pageUnpublished>, page: StoredPage, scheduled: boolean): Promise<void> {
  if (page.status === 'unpublished' && page.unpublish_at === null) return;
  const { space_id, id } = page;
  await updatePage(tx, space_id, id, { status: 'unpublished', unpublish_at: null, unpublish_by: null }, tx.now);
  await dropPublishedReferences(tx, space_id, id);
  if (page.status === 'published') tx.emit(pageUnpublished, { ...aboutPage(page), scheduled });
}

/** What a page uses, looked up, and the content it was looked up in. */
interface Checked {
  readonly content: number;
  readonly names: Names;
}

/** The page changed while its references were looked up. */
class Overtaken extends Error {}

/** Looks up what will be shown, before the transaction, and again when the page changed in between. */
async function withReferences<T>(
  { ports }: Publishing,
  call: Call<Publish>,
  act: (checked: Checked | undefined) => Promise<T>,
): Promise<T> {
  const { id, publish, version, at } = call.input;
  if (!publish || at === null) return act(undefined);
  const space = call.caller.space_id;
  for (let left = TRIES; left > 0; left--) {
    const shown = version === undefined ? await readPage(ports.database, space, id) : await readVersion(ports.database, space, id, version);
    const checked = shown ? { content: shown.content, names: await resolveReferences(ports.bus, call, shown.outline) } : undefined;
    try {
      return await act(checked);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
  throw new Problem('conflict', 'The page is being changed; publish it when that is done.', { retry_after_s: 1 });
}

/** The latest time that can be planned. */
const LATEST = Date.parse('9999-12-30T00:00:00Z');

/** Refuses what does not go together. */
function mustFit({ input: { publish, published_slug, version, at } }: Call<Publish>, now: number): void {
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
  if (time !== undefined && time > LATEST) faults.push({ path: 'at', code: 'too_big', message: 'must be before the year 10000' });
  if (faults.length > 0) throw invalidFields(faults);
}
