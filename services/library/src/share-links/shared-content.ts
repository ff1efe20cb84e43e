import type { Handlers } from '@space/bus';
import { notFound } from '@space/contracts/core';
import type { contentDirectory } from '@space/contracts/uploads';
import type { Ports } from '@space/runtime';
import { findShownContent } from '../public/content.queries.ts';
import { storedContent } from '../public/content-directory.ts';
import { createLinkVisits } from './link-visits.ts';
import type { SharedKind } from './shared-things.ts';

/** The kinds of things whose share links show assets. */
const sharedKinds = ['document', 'whiteboard'] as const satisfies readonly SharedKind[];

/** Creates the handler by which a gateway finds the bytes of an asset below the address of a share link. */
export function sharedContentHandlers(ports: Ports): Pick<Handlers<typeof contentDirectory>, 'find_shared'> {
  const visits = sharedKinds.map((kind) => ({ kind, of: createLinkVisits(ports, kind) }));
  return {
    async find_shared({ input: { token, asset_id, cookie } }) {
      for (const { kind, of } of visits) {
        const link = await of.linkOf(token);
        if (!link || of.isLocked(link, cookie)) continue;
        const row = await findShownContent(ports.database, link.space_id, { kind, id: link.thing_id }, asset_id);
        if (row) return storedContent(row);
      }
      throw notFound('asset', asset_id);
    },
  };
}
