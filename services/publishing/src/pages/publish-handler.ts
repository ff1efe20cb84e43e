import { type Call, extendJson, type Handler, withRoom } from '@space/bus';
import { type FieldError, invalidFields, type OutputOf, Problem } from '@space/contracts/core';
import { type pages, scheduledTime } from '@space/contracts/publishing';
import { isoTime } from '@space/database';
import { createWriter } from '@space/event-log';
import { invalidateTags, pageTag, siteTag } from '../cache/cache-invalidation.ts';
import type { Publishing } from '../context/publishing.ts';
import { type ResolvedReferences, resolveReferences } from '../references/resolve-references.ts';
import { scheduleError } from '../schedule/schedule-error.ts';
import { readWrittenPage } from './page-response.ts';
import { publishPage, unpublishPage } from './publish-page.ts';
import { schedulePage } from './schedule-page.ts';
import { findStoredPage, lockPage, type StoredPage } from './stored-page.queries.ts';
import { findStoredVersion, newVersionBytes } from './versions.queries.ts';

type Publish = (typeof pages)['operations']['publish'];

/** Times that references are resolved again because the page changed meanwhile, before the call is refused. */
const MAX_ATTEMPTS = 3;

/**
 * Returns the handler of `pages.publish`.
 *
 * Publishing stores the content of a page as a version, which never changes, and points the page at it. Visitors see
 * either the old version or the new one. Their requests read two rows, the address and the version, so an earlier version
 * is published again with one update. A schedule is a time in the row of the page: see scheduled-pages.ts.
 */
export function createPublishHandler(publishing: Publishing): Handler<Publish> {
  const { ports, origin } = publishing;
  const write = createWriter('publishing', ports);
  return async function publish(call) {
    const { id, publish, published_slug, version } = call.input;
    const at = scheduledTime(call.input);
    const space = call.caller.space_id;
    assertFieldsFit(call, ports.clock.now());
    let site: string | null = null;
    const change = (resolved: ResolvedContent | undefined) =>
      write.write(call, async (tx) => {
        const page = await lockPage(tx, space, id);
        site = page.site_id;
        const before = publicationState(page);
        if (resolved && version === undefined && page.content_revision !== resolved.content_revision) throw new PageChangedError();
        if (at !== undefined) await schedulePage(tx, page, { publish, at, published_slug, actor: call.caller.actor });
        else if (publish)
          await publishPage(tx, origin, page, {
            version,
            published_slug,
            names: resolved?.names ?? {},
            actor: call.caller.actor,
            scheduled: false,
          });
        else await unpublishPage(tx, origin, page, false);
        return extendJson(await readWrittenPage(tx, origin, space, id, resolved?.warnings), { before });
      });
    const bytes = publish && version === undefined && at === undefined ? await newVersionBytes(ports.database, space, id) : null;
    const publishInRoom = () => withResolvedReferences(publishing, call, change);
    const response = await (bytes === null ? publishInRoom() : withRoom(ports.bus, call, { bytes }, publishInRoom));
    if (at === undefined) invalidateTags(ports.bus, pageTag(id), site && siteTag(site));
    return response;
  };
}

type PublicationState = OutputOf<Publish>['before'];

/** Returns the publication state of a page as the wire shows it. */
const publicationState = ({ status, slug, published_version, publish_at, publish_slug, unpublish_at }: StoredPage): PublicationState => ({
  status,
  published_slug: slug,
  published_version: status === 'published' ? published_version : null,
  publish_at: publish_at === null ? null : isoTime(publish_at),
  publish_slug,
  unpublish_at: unpublish_at === null ? null : isoTime(unpublish_at),
});

/** The references in a content, and its revision. */
interface ResolvedContent extends ResolvedReferences {
  readonly content_revision: number;
}

/** The content of the page changed while its references were resolved. */
class PageChangedError extends Error {}

/** Resolves the references of the content to publish before the transaction, and again when the content changed meanwhile. */
async function withResolvedReferences<T>(
  { ports, origin }: Publishing,
  call: Call<Publish>,
  act: (resolved: ResolvedContent | undefined) => Promise<T>,
): Promise<T> {
  const { id, publish, version } = call.input;
  if (!publish || scheduledTime(call.input) === null) return act(undefined);
  const space = call.caller.space_id;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const content =
      version === undefined ? await findStoredPage(ports.database, space, id) : await findStoredVersion(ports.database, space, id, version);
    const resolved = content
      ? { content_revision: content.content_revision, ...(await resolveReferences(ports.bus, call, { ...content, origin })) }
      : undefined;
    try {
      return await act(resolved);
    } catch (error) {
      if (!(error instanceof PageChangedError)) throw error;
    }
  }
  throw new Problem('conflict', 'The page is being changed by other calls; publish it again when they have ended.', { retry_after_s: 1 });
}

/** Throws invalid for fields that cannot be combined, and for a time that cannot be scheduled. */
function assertFieldsFit({ input }: Call<Publish>, now: number): void {
  const { publish, published_slug, version } = input;
  const at = scheduledTime(input);
  const errors: FieldError[] = [];
  if (!publish && published_slug !== undefined)
    errors.push({ path: 'published_slug', code: 'not_published', message: 'requires publish true' });
  if (!publish && version !== undefined) errors.push({ path: 'version', code: 'not_published', message: 'requires publish true' });
  if (publish && at !== undefined && version !== undefined)
    errors.push({
      path: 'version',
      code: 'not_planned',
      message: 'cannot be combined with publish_at, which publishes the content that the page has then',
    });
  if (publish && at === null && published_slug !== undefined)
    errors.push({
      path: 'published_slug',
      code: 'not_planned',
      message: 'cannot be combined with publish_at null, which cancels the schedule',
    });
  const timeError = at ? scheduleError(Date.parse(at), now, 'publish or unpublish') : undefined;
  if (timeError) errors.push({ path: publish ? 'publish_at' : 'unpublish_at', ...timeError });
  if (errors.length > 0) throw invalidFields(errors);
}
