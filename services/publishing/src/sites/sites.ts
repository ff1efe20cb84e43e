import { isDeepStrictEqual } from 'node:util';
import { type CallContext, extendJson, type Handlers, Json, withBefore } from '@space/bus';
import { invalidFields, notFound, Problem, unresolvedReferences } from '@space/contracts/core';
import {
  MAX_SITES_PER_SPACE,
  pageDeleted,
  type Site,
  siteCreated,
  siteDeleted,
  type sites,
  siteUpdated,
} from '@space/contracts/publishing';
import { mustMatch, newId, readPage, withUniqueViolation } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import { noAssets, shownAssets } from '../assets/shown-assets.ts';
import { invalidateTags, siteTag } from '../cache/cache-invalidation.ts';
import { deletePagesOfSite } from '../pages/delete-page.queries.ts';
import { assertAssetsExist, assetInField } from '../references/asset-references.ts';
import { assignSiteAddress, changeSiteAddress } from './site-address.ts';
import {
  countSites,
  deleteSite,
  findSite,
  findSiteIdByTitle,
  insertSite,
  listSites,
  lockSite,
  orderPages,
  updateSite,
  type VersionedSite,
} from './sites.queries.ts';

/** Returns the title in the form in which titles are compared: letter case and the amount of white space do not matter. */
const titleKey = (title: string): string => title.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Returns the handlers of the sites contract. */
export function siteHandlers(ports: Ports): Handlers<typeof sites> {
  const { database, bus } = ports;
  const origin = publicOrigin(ports.config);
  const write = createWriter('publishing', ports);
  const toResponse = ({ site, version }: VersionedSite) => new Json<Site>(JSON.stringify(site), version);
  const toCreated = (found: VersionedSite, created: boolean) => extendJson(toResponse(found), { created });

  async function readSite(on: CommonQueryMethods, space: string, id: string): Promise<VersionedSite> {
    const found = await findSite(on, origin, space, id);
    if (!found) throw notFound('site', id);
    return found;
  }

  const assertLogoExists = (call: CallContext & { readonly input: { readonly logo_url?: string | null | undefined } }) =>
    assertAssetsExist(bus, call, assetInField('logo_url', call.input.logo_url, origin));

  async function lockVersion(
    tx: CommonQueryMethods,
    space: string,
    id: string,
    versions: readonly number[] | null,
  ): Promise<VersionedSite> {
    await lockSite(tx, space, id);
    const found = await readSite(tx, space, id);
    mustMatch(versions, found.version);
    return found;
  }

  return {
    async list({ input, caller }) {
      return new Json(await readPage(database, listSites(origin, caller.space_id, input)));
    },

    async create(call) {
      await assertLogoExists(call);
      return write.write(call, async (tx) => {
        const { title, description = null, nav_layout = 'top', logo_url = null } = call.input;
        const space = call.caller.space_id;
        const key = titleKey(title);
        const existing = await findSiteIdByTitle(tx, space, key);
        if (existing !== null) return toCreated(await readSite(tx, space, existing), false);
        if ((await countSites(tx, space)) >= MAX_SITES_PER_SPACE)
          throw new Problem('limit_reached', `A Space can have ${MAX_SITES_PER_SPACE} sites; delete a site that is not needed any more.`);
        const id = newId('sit');
        const columns = { title, title_key: key, description, nav_layout, logo_url, slug: '' };
        if (!(await insertSite(tx, space, id, columns, tx.now))) {
          const first = await findSiteIdByTitle(tx, space, key);
          if (first === null) throw new Problem('conflict', 'The site with this title was deleted at the same time; try again.');
          return toCreated(await readSite(tx, space, first), false);
        }
        await assignSiteAddress(tx, space, id, title);
        const created = await readSite(tx, space, id);
        tx.emit(siteCreated, siteEventData(created.site, origin));
        return toCreated(created, true);
      });
    },

    async get({ input, caller }) {
      return toResponse(await readSite(database, caller.space_id, input.id));
    },

    async update(call) {
      const { id, page_ids, ...fields } = call.input;
      const space = call.caller.space_id;
      await assertLogoExists(call);
      const updated = await rejectDuplicateTitle(ports.database, space, fields.title, () =>
        write.write(call, async (tx) => {
          const before = await lockVersion(tx, space, id, call.if_version);
          const { site } = before;
          assertPagesOfSite(site, page_ids, fields.home_page_id);
          const changed = (Object.keys(fields) as (keyof typeof fields)[]).filter(
            (name) => fields[name] !== undefined && fields[name] !== site[name],
          );
          const isReordered = page_ids !== undefined && !isDeepStrictEqual(page_ids, site.page_ids);
          const names = [...changed, ...(isReordered ? (['page_ids'] as const) : [])];
          if (names.length === 0) return withBefore(toResponse(before), site, []);
          if (changed.includes('slug')) await changeSiteAddress(tx, space, id, fields.slug!);
          if (isReordered) await orderPages(tx, space, id, page_ids);
          const columns = Object.fromEntries(changed.map((name) => [name, fields[name]]));
          await updateSite(
            tx,
            space,
            id,
            { ...columns, ...(changed.includes('title') ? { title_key: titleKey(fields.title!) } : {}) },
            tx.now,
          );
          const after = await readSite(tx, space, id);
          tx.emit(siteUpdated, { ...siteEventData(after.site, origin), changed: names });
          return withBefore(toResponse(after), site, names);
        }),
      );
      invalidateTags(bus, siteTag(id));
      return updated;
    },

    async delete(call) {
      const { id, with_pages } = call.input;
      const space = call.caller.space_id;
      const deleted = await write.write(call, async (tx) => {
        const { site } = await lockVersion(tx, space, id, call.if_version);
        const pages = site.page_ids.length;
        if (pages > 0 && !with_pages)
          throw new Problem(
            'conflict',
            `The site has ${pages === 1 ? 'a page' : `${pages} pages`}; delete or move ${pages === 1 ? 'it' : 'them'} first, or send with_pages true.`,
          );
        for (const page of await deletePagesOfSite(tx, space, site)) tx.emit(pageDeleted, page);
        await deleteSite(tx, space, id);
        tx.emit(siteDeleted, { ...siteEventData(site, origin), ...noAssets, pages });
        return { id, deleted: true as const };
      });
      invalidateTags(bus, siteTag(id));
      return deleted;
    },
  };
}

/** Returns the data that every event about a site has. */
function siteEventData({ id, title, url, logo_url }: Site, origin: string) {
  const content = { ids: null, addresses: [logo_url] };
  return { site_id: id, site: title, url, ...shownAssets(content, content, origin) };
}

/** Throws unresolved_reference for ids that are not pages of the site, and invalid for an order that does not list each of them once. */
function assertPagesOfSite(site: Site, ids: readonly string[] | undefined, home: string | undefined): void {
  const own = new Set(site.page_ids);
  const named = [
    ...(ids ?? []).map((id, index) => ({ path: `page_ids.${index}`, id })),
    ...(home === undefined ? [] : [{ path: 'home_page_id', id: home }]),
  ];
  const missing = named
    .filter(({ id }) => !own.has(id))
    .map((reference) => ({ ...reference, noun: `page of the site "${site.title}" with the id` }));
  if (missing.length > 0) throw unresolvedReferences(missing);
  if (ids !== undefined && (ids.length !== own.size || new Set(ids).size !== ids.length))
    throw invalidFields([{ path: 'page_ids', code: 'not_its_pages', message: `must list each of the ${own.size} pages of the site once` }]);
}

/** Runs `act`; a duplicate title becomes the problem `duplicate` with the id of the site that has it. */
const rejectDuplicateTitle = <T>(
  database: CommonQueryMethods,
  space: string,
  title: string | undefined,
  act: () => Promise<T>,
): Promise<T> => withUniqueViolation({ site_title: () => duplicateTitle(database, space, title ?? '') }, act);

async function duplicateTitle(database: CommonQueryMethods, space: string, title: string): Promise<Problem> {
  const existing = await findSiteIdByTitle(database, space, titleKey(title));
  return new Problem(
    'duplicate',
    `title: a site titled "${title}" exists already${existing ? ` (${existing})` : ''}; choose another title.`,
    {
      existing_id: existing,
    },
  );
}
