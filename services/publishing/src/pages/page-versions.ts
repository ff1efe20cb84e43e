import { extendJson, type Handlers, Json, withRoom } from '@space/bus';
import { notFound, type OutputOf } from '@space/contracts/core';
import { pageUpdated, type pageVersions } from '@space/contracts/publishing';
import { readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Publishing } from '../context/publishing.ts';
import { replaceReferences } from '../references/references.queries.ts';
import { resolveReferences } from '../references/resolve-references.ts';
import { shownPageData } from './page-event-data.ts';
import { readWrittenPage } from './page-response.ts';
import { findStoredPage, lockPage } from './stored-page.queries.ts';
import {
  deleteOldVersions,
  ensureVersion,
  findStoredVersion,
  findVersion,
  listVersions,
  newVersionBytes,
  restoreVersion,
} from './versions.queries.ts';

type Operations = (typeof pageVersions)['operations'];

/** Returns the handlers of the page versions contract. */
export function pageVersionHandlers({ ports, origin }: Publishing): Handlers<typeof pageVersions> {
  const { database, bus } = ports;
  const write = createWriter('publishing', ports);
  const noVersion = (version: number) => notFound('version of this page', String(version));

  async function assertPageExists(space: string, id: string): Promise<void> {
    if (!(await findStoredPage(database, space, id))) throw notFound('page', id);
  }

  return {
    async list({ input, caller }) {
      await assertPageExists(caller.space_id, input.id);
      return new Json(await readPage(database, listVersions(caller.space_id, input)));
    },

    async get({ input, caller }) {
      await assertPageExists(caller.space_id, input.id);
      const json = await findVersion(database, caller.space_id, input.id, input.version);
      if (json === null) throw noVersion(input.version);
      return new Json<OutputOf<Operations['get']>>(json);
    },

    async restore(call) {
      const { id, version } = call.input;
      const space = call.caller.space_id;
      await assertPageExists(space, id);
      const stored = await findStoredVersion(database, space, id, version);
      if (!stored) throw noVersion(version);
      const { names, warnings } = await resolveReferences(bus, call, { ...stored, origin });
      const restore = () =>
        write.write(call, async (tx) => {
          const page = await lockPage(tx, space, id);
          const answer = async (replaced_version: number | null) =>
            extendJson(await readWrittenPage(tx, origin, space, id, warnings), { replaced_version });
          if (page.content_revision === stored.content_revision) return answer(null);
          const replaced = await ensureVersion(tx, page, call.caller.actor, tx.now);
          await restoreVersion(tx, page, version, tx.now);
          const after = await lockPage(tx, space, id);
          if (after.content_revision !== stored.content_revision) throw noVersion(version);
          await deleteOldVersions(tx, after);
          await replaceReferences(tx, space, id, 'draft', names);
          const changed = (['title', 'description', 'image_url'] as const).filter((name) => page[name] !== after[name]);
          tx.emit(pageUpdated, { ...(await shownPageData(tx, origin, after)), changed: [...changed, 'layout_html'] });
          return answer(replaced);
        });
      const bytes = await newVersionBytes(database, space, id);
      return bytes === null ? restore() : withRoom(bus, call, { bytes }, restore);
    },
  };
}
