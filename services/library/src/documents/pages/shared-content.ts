import type { Handlers } from '@space/bus';
import { notFound } from '@space/contracts/core';
import type { contentDirectory } from '@space/contracts/uploads';
import type { Ports } from '@space/runtime';
import { findDocumentContent } from '../../public/content.queries.ts';
import { storedContent } from '../../public/content-directory.ts';
import { createLinkVisits } from './link-visits.ts';

/** Creates the handler by which a gateway finds the bytes of an asset below the address of a share link. */
export function sharedContentHandlers(ports: Ports): Pick<Handlers<typeof contentDirectory>, 'find_shared'> {
  const visits = createLinkVisits(ports);
  return {
    async find_shared({ input: { token, asset_id, cookie } }) {
      const link = await visits.linkOf(token);
      if (!link || visits.isLocked(link, cookie)) throw notFound('asset', asset_id);
      const row = await findDocumentContent(ports.database, link.space_id, link.document_id, asset_id);
      if (!row) throw notFound('asset', asset_id);
      return storedContent(row);
    },
  };
}
