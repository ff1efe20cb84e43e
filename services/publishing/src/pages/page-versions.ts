import { type Handlers, Json } from '@space/bus';
import { notFound, type OutputOf } from '@space/contracts/core';
import { pageUpdated, type pageVersions } from '@space/contracts/publishing';
import { readPage as readListPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Publishing } from '../context/publishing.ts';
import { replaceReferences } from '../references/references.queries.ts';
import { resolveReferences } from '../references/resolve-references.ts';
import { readPageResponse } from './page-response.ts';
import { findStoredPage, lockPage, pageEventData } from './stored-page.queries.ts';
import { findStoredVersion, findVersion, listVersions, restoreVersion } from './versions.queries.ts';

type Operations = (typeof pageVersions)['operations'];

/** Answers the page versions contract. */
export function pageVersionHandlers({ ports, origin }: Publishing): Handlers<typeof pageVersions> {
  const { database, bus } = ports;
  const write = createWriter('publishing', ports);
  const noVersion = (version: number) => notFound('version of this page', String(version));

  const mustHavePage = async (space: string, id: string): Promise<void> => {
    if (!(await findStoredPage(database, space, id))) throw notFound('page', id);
  };

  return {
    list: async ({ input, caller }) => {
      await mustHavePage(caller.space_id, input.id);
      return new Json(await readListPage(database, listVersions(caller.space_id, input)));
    },

    get: async ({ input, caller }) => {
      await mustHavePage(caller.space_id, input.id);
      const json = await findVersion(database, caller.space_id, input.id, input.version);
      if (json === null) throw noVersion(input.version);
      return new Json<OutputOf<Operations['get']>>(json);
    },

    restore: async (call) => {
      const { id, version } = call.input;
      const space = call.caller.space_id;
      await mustHavePage(space, id);
      const kept = await findStoredVersion(database, space, id, version);
      if (!kept) throw noVersion(version);
      const names = await resolveReferences(bus, call, kept.outline);
      return write.write(call, async (tx) => {
        const page = await lockPage(tx, space, id);
        if (page.content === kept.content) return readPageResponse(tx, origin, space, id);
        await restoreVersion(tx, page, version, tx.now);
        const after = await lockPage(tx, space, id);
        if (after.content !== kept.content) throw noVersion(version);
        await replaceReferences(tx, space, id, 'draft', names);
        const changed = (['title', 'description', 'image_url'] as const).filter((name) => page[name] !== after[name]);
        tx.emit(pageUpdated, { ...pageEventData(after), changed: [...changed, 'layout_html'] });
        return readPageResponse(tx, origin, space, id);
      });
    },
  };
}
