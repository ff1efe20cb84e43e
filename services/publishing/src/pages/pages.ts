import { extendJson, type Handlers, Json, withBefore } from '@space/bus';
import { invalidFields, notFound, Problem } from '@space/contracts/core';
import { MAX_PAGES_PER_SPACE, type PageSummary, pageCreated, pageDeleted, type pages, pageUpdated } from '@space/contracts/publishing';
import { newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { z } from 'zod';
import { noAssets } from '../assets/shown-assets.ts';
import { invalidateTags, pageTag, siteTag } from '../cache/cache-invalidation.ts';
import type { Publishing } from '../context/publishing.ts';
import { createPreviewLinks } from '../preview-links/preview-links.ts';
import { emptyOutline } from '../references/outline.ts';
import { replaceReferences } from '../references/references.queries.ts';
import { resolveDocument } from '../references/resolve-references.ts';
import { attachPage, lockWithSites, moveToSite } from './attach-page.ts';
import { changedColumns } from './changed-columns.ts';
import { assertStandaloneConfirmed } from './confirm-standalone.ts';
import { deletePage } from './delete-page.queries.ts';
import { pageEventData, shownPageData } from './page-event-data.ts';
import { readPageResponse, readWrittenPage } from './page-response.ts';
import { countPages, insertPage, listPages, type PageColumns, updatePage } from './pages.queries.ts';
import { createPublishHandler } from './publish-handler.ts';
import { refreshHomePage } from './site-membership.queries.ts';
import { findStoredPage, lockPage } from './stored-page.queries.ts';
import { deleteOldVersions, ensureVersion } from './versions.queries.ts';

/** Returns the handlers of the pages contract. They change a page; visitors see it when it is published (publish-handler.ts). */
export function pageHandlers(publishing: Publishing): Handlers<typeof pages> {
  const { ports, origin, outlines } = publishing;
  const { database, bus } = ports;
  const write = createWriter('publishing', ports);
  const links = createPreviewLinks(ports.box, ports.clock, origin);

  return {
    async list({ input, caller }) {
      return new Json<{ data: z.output<typeof PageSummary>[]; has_more: boolean; next_cursor: string | null }>(
        await readPage(database, listPages(origin, caller.space_id, input)),
      );
    },

    async create(call) {
      const { input, caller } = call;
      const { site_id = null, layout_html = null, standalone } = input;
      if (site_id !== null && standalone) throw standaloneInSite();
      const outline = await outlines.read(caller.space_id, layout_html);
      const { names, warnings } = await resolveDocument(bus, call, { outline, image_url: input.image_url, origin });
      return write.write(call, async (tx) => {
        const space = caller.space_id;
        if (site_id === null) await assertStandaloneConfirmed(tx, space, Date.parse(tx.now), standalone === true);
        if ((await countPages(tx, space)) >= MAX_PAGES_PER_SPACE)
          throw new Problem('limit_reached', `A Space can have ${MAX_PAGES_PER_SPACE} pages; delete pages that are not needed any more.`);
        const id = newId('pag');
        const { title, description = null, image_url = null, nav_label = null, show_in_nav = true, indexed = true } = input;
        const page = { id, title, description, image_url, layout_html, outline: JSON.stringify(outline), nav_label, show_in_nav, indexed };
        const site = await attachPage(tx, space, site_id, () => insertPage(tx, space, { ...page, site_id }, tx.now));
        await replaceReferences(tx, space, id, 'draft', names);
        tx.emit(pageCreated, await shownPageData(tx, origin, { space_id: space, id, title, site_id, site_title: site }));
        return readWrittenPage(tx, origin, space, id, warnings);
      });
    },

    get: ({ input, caller }) => readPageResponse(database, origin, caller.space_id, input.id),

    async preview({ input: { id }, caller: { space_id } }) {
      if (!(await findStoredPage(database, space_id, id))) throw notFound('page', id);
      return links.create({ kind: 'page', space_id, id });
    },

    async update(call) {
      const { id, ...fields } = call.input;
      const space = call.caller.space_id;
      const outline = fields.layout_html === undefined ? undefined : await outlines.read(space, fields.layout_html);
      const content = { outline: outline ?? emptyOutline, image_url: fields.image_url, origin };
      const resolved = await resolveDocument(bus, call, content);
      const tags = new Set<string>();
      const response = await write.write(call, async (tx) => {
        const before =
          fields.site_id === undefined
            ? await lockPage(tx, space, id, call.if_version)
            : await lockWithSites(tx, space, id, call.if_version, fields.site_id);
        const { changed, columns } = await changedColumns(tx, before, fields, outline);
        const answer = async (replaced_version: number | null) =>
          extendJson(withBefore(await readWrittenPage(tx, origin, space, id, resolved.warnings), before, changed.filter(isRepeated)), {
            changed,
            replaced_version,
          });
        if (changed.length === 0) return answer(null);
        const version = changed.includes('layout_html') ? await ensureVersion(tx, before, call.caller.actor, tx.now) : null;
        const change = (more: PageColumns) => updatePage(tx, space, id, { ...columns, ...more }, tx.now);
        await (changed.includes('site_id') ? moveToSite(tx, before, fields.site_id ?? null, change) : change({}));
        if (changed.includes('layout_html')) {
          await replaceReferences(tx, space, id, 'draft', resolved.names);
          await deleteOldVersions(tx, before);
        }
        const after = await lockPage(tx, space, id);
        tx.emit(pageUpdated, { ...(await shownPageData(tx, origin, after)), changed });
        if (changed.some((name) => pageFields.has(name))) tags.add(pageTag(id));
        if (changed.some((name) => siteFields.has(name)))
          for (const site of [before.site_id, after.site_id]) if (site) tags.add(siteTag(site));
        return answer(version);
      });
      invalidateTags(bus, ...tags);
      return response;
    },

    publish: createPublishHandler(publishing),

    async delete(call) {
      const { id } = call.input;
      const space = call.caller.space_id;
      let site: string | null = null;
      const response = await write.write(call, async (tx) => {
        const page = await lockWithSites(tx, space, id, call.if_version, undefined);
        site = page.site_id;
        await deletePage(tx, space, id);
        if (site !== null) await refreshHomePage(tx, space, site, tx.now);
        tx.emit(pageDeleted, { ...pageEventData(page), ...noAssets });
        return { id, deleted: true as const };
      });
      invalidateTags(bus, pageTag(id), site && siteTag(site));
      return response;
    },
  };
}

/** The fields whose former value the answer repeats: all but the document, which is too large. */
type RepeatedField = 'title' | 'description' | 'image_url' | 'site_id' | 'nav_label' | 'show_in_nav' | 'indexed';

const isRepeated = (name: string): name is RepeatedField => name !== 'layout_html';

/** Fields that change the public page without publishing it. */
const pageFields: ReadonlySet<string> = new Set(['site_id', 'nav_label', 'show_in_nav', 'indexed']);
/** Fields that change the other public pages of the site. */
const siteFields: ReadonlySet<string> = new Set(['site_id', 'nav_label', 'show_in_nav']);

const standaloneInSite = (): Problem =>
  invalidFields([
    { path: 'standalone', code: 'in_a_site', message: 'must not be true together with site_id; a page of a site is not standalone' },
  ]);
