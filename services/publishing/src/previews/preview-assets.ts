import type { Handlers } from '@space/bus';
import { notFound } from '@space/contracts/core';
import type { previewAssets } from '@space/contracts/publishing';
import { asVisitorOf } from '@space/database';
import type { Ports } from '@space/runtime';
import { findDraftAssets } from '../assets/shown-assets.queries.ts';
import { createPreviewLinks, type PreviewTarget } from '../preview-links/preview-links.ts';

/** The address of an asset on the public origin, up to its name. */
const ASSET_ADDRESS = /\/a\/([a-z0-9_]{1,64})\//g;

/** Returns the assets that the preview of a page or post shows: those of its present draft. */
export const assetsOfPreview = ({ database }: Pick<Ports, 'database'>, { kind, space_id, id }: PreviewTarget, origin: string) =>
  findDraftAssets(database, space_id, kind === 'page' ? 'page' : 'blog_post', id, origin);

/** Returns the body of a preview whose assets have addresses that the preview grants; other addresses stay. */
export function withPreviewAddresses(body: string, assets: readonly string[], token: string): string {
  if (assets.length === 0) return body;
  const shown = new Set(assets);
  return body.replaceAll(ASSET_ADDRESS, (address, id: string) => (shown.has(id) ? `/a/p/${token}/${id}/` : address));
}

/** Creates the handler that says to a gateway which assets the holder of a preview link may read. */
export function previewAssetHandlers(ports: Pick<Ports, 'database' | 'box' | 'clock'>, origin: string): Handlers<typeof previewAssets> {
  const links = createPreviewLinks(ports.box, ports.clock, origin);
  return {
    async find({ input: { token, asset_id } }) {
      const target = asVisitorOf(links.read(token));
      if (!target || !(await assetsOfPreview(ports, target, origin)).includes(asset_id)) throw notFound('asset', asset_id);
      return { space_id: target.space_id };
    },
  };
}
