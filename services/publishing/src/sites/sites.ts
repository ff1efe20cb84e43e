import { isDeepStrictEqual } from 'node:util';
import { type Handlers, Json } from '@space/bus';
import { invalidFields, notFound, Problem } from '@space/contracts/core';
import {
  MAX_SITES_PER_SPACE,
  pageDeleted,
  type Site,
  siteCreated,
  siteDeleted,
  type sites,
  siteUpdated,
} from '@space/contracts/publishing';
import { brokenConstraint, mustMatch, newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import { invalidateTags, siteTag } from '../cache/cache-invalidation.ts';
import { deletePagesOfSite } from '../pages/delete-page.queries.ts';
import { assignSiteAddress, changeSiteAddress } from './site-address.ts';
import {
  countSites,
  deleteSite,
  findIdByTitle,
  findSite,
  insertSite,
  listSites,
  lockSite,
  orderPages,
  updateSite,
  type VersionedSite,
} from './sites.queries.ts';

/** What "the same title" means: case and the amount of space between words do not matter. */
const titleKey = (title: string): string => title.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Answers the sites contract. */
export function siteHandlers(ports: Ports): Handlers<typeof sites> {
  const { database, bus } = ports;
  const origin = publicOrigin(ports.config);
  const write = createWriter('publishing', ports);
  const answer = ({ site, version }: VersionedSite) => new Json<Site>(JSON.stringify(site), version);

  const mustFind = async (on: CommonQueryMethods, space: string, id: string): Promise<VersionedSite> => {
    const found = await findSite(on, origin, space, id);
    if (!found) throw notFound('site', id);
    return found;
  };
  const lock = async (tx: CommonQueryMethods, space: string, id: string, versions: readonly number[] | null): Promise<VersionedSite> => {
    await lockSite(tx, space, id);
    const found = await mustFind(tx, space, id);
    mustMatch(versions, found.version);
    return found;
  };

  return {
    list: async ({ input, caller }) => new Json(await readPage(database, listSites(origin, caller.space_id, input))),

    create: (call) =>
      write.write(call, async (tx) => {
        const { title, description = null, nav_layout = 'top', logo_url = null } = call.input;
        const space = call.caller.space_id;
        const key = titleKey(title);
        const existing = await findIdByTitle(tx, space, key);
        if (existing !== null) return answer(await mustFind(tx, space, existing));
        if ((await countSites(tx, space)) >= MAX_SITES_PER_SPACE)
          throw new Problem('limit_reached', `A Space can have ${MAX_SITES_PER_SPACE} sites; delete one that is not needed any more.`);
        const id = newId('sit');
        const columns = { title, title_key: key, description, nav_layout, logo_url, slug: '' };
        if (!(await insertSite(tx, space, id, columns, tx.now))) {
          const first = await findIdByTitle(tx, space, key);
          if (first === null) throw new Problem('conflict', 'The site with this title was deleted at this moment; try again.');
          return answer(await mustFind(tx, space, first));
        }
        await assignSiteAddress(tx, space, id, title);
        const created = await mustFind(tx, space, id);
        tx.emit(siteCreated, aboutSite(created.site));
        return answer(created);
      }),

    get: async ({ input, caller }) => answer(await mustFind(database, caller.space_id, input.id)),

    update: async (call) => {
      const { id, page_ids, ...fields } = call.input;
      const space = call.caller.space_id;
      const updated = await refusingDuplicates(ports.database, space, fields.title, () =>
        write.write(call, async (tx) => {
          const before = await lock(tx, space, id, call.if_version);
          const { site } = before;
          assertPagesOfSite(site, page_ids, fields.home_page_id);
          const changed = (Object.keys(fields) as (keyof typeof fields)[]).filter(
            (name) => fields[name] !== undefined && fields[name] !== site[name],
          );
          const isReordered = page_ids !== undefined && !isDeepStrictEqual(page_ids, site.page_ids);
          if (changed.length === 0 && !isReordered) return answer(before);
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
          const after = await mustFind(tx, space, id);
          tx.emit(siteUpdated, { ...aboutSite(after.site), changed: [...changed, ...(isReordered ? ['page_ids'] : [])] });
          return answer(after);
        }),
      );
      invalidateTags(bus, siteTag(id));
      return updated;
    },

    delete: async (call) => {
      const { id, with_pages } = call.input;
      const space = call.caller.space_id;
      const deleted = await write.write(call, async (tx) => {
        const { site } = await lock(tx, space, id, call.if_version);
        const pages = site.page_ids.length;
        if (pages > 0 && !with_pages)
          throw new Problem(
            'conflict',
            `The site has ${pages === 1 ? 'a page' : `${pages} pages`}; delete or move ${pages === 1 ? 'it' : 'them'} first, or send with_pages true.`,
          );
        for (const about of await deletePagesOfSite(tx, space, site)) tx.emit(pageDeleted, about);
        await deleteSite(tx, space, id);
        tx.emit(siteDeleted, { ...aboutSite(site), pages });
        return { id, deleted: true as const };
      });
      invalidateTags(bus, siteTag(id));
      return deleted;
    },
  };
}

const aboutSite = ({ id, title, url }: Site) => ({ site_id: id, site: title, url });

/** Refuses an order that is not one of the pages of the site, and a home page of another one. */
function assertPagesOfSite(site: Site, ids: readonly string[] | undefined, home: string | undefined): void {
  const own = new Set(site.page_ids);
  const faults = [];
  if (ids !== undefined && (ids.length !== own.size || new Set(ids).size !== ids.length || ids.some((id) => !own.has(id))))
    faults.push({ path: 'page_ids', code: 'not_its_pages', message: `must name each of the ${own.size} pages of the site once` });
  if (home !== undefined && !own.has(home))
    faults.push({ path: 'home_page_id', code: 'not_its_page', message: 'must be a page of the site' });
  if (faults.length > 0) throw invalidFields(faults);
}

/** A title is unique in its Space: the refusal names the site that has it. */
async function refusingDuplicates<T>(
  database: CommonQueryMethods,
  space: string,
  title: string | undefined,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (brokenConstraint(error) !== 'site_title' || title === undefined) throw error;
    const existing = await findIdByTitle(database, space, titleKey(title));
    throw new Problem('duplicate', `A site titled "${title}" exists already${existing ? ` (${existing})` : ''}.`, {
      existing_id: existing,
    });
  }
}
