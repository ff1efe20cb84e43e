import { type Bus, type CallContext, type Handlers, request } from '@space/bus';
import { assetDirectory, assetIdOf, type lookAssetUses } from '@space/contracts/assets';
import { Problem } from '@space/contracts/core';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import { findLook } from './look.queries.ts';

/** Throws `unresolved_reference` for a logo that is an asset which does not exist or is in the trash. Must not be called inside a transaction. */
export async function assertLogoExists(bus: Pick<Bus, 'request'>, call: CallContext, logo: string, origin: string): Promise<void> {
  const id = assetIdOf(logo, origin);
  if (id === undefined) return;
  const { items } = await request(bus, call, assetDirectory, 'find', { ids: [id] });
  const [asset] = items;
  if (asset && !asset.is_trashed) return;
  const message = asset ? `the asset "${id}" is in the trash; restore it first` : `there is no asset "${id}" in this Space`;
  throw new Problem('unresolved_reference', `logo: ${message}.`, { errors: [{ path: 'logo', code: 'unresolved_asset', message }] });
}

/** Returns the asset that a logo is, as events and uses list it. `origin` is the public one. */
export function logoAssets(logo: string | null, origin: string): string[] {
  const id = logo === null ? undefined : assetIdOf(logo, origin);
  return id === undefined ? [] : [id];
}

/** Creates the handler that says which asset the look of a Space shows. Visitors see a logo on every page. */
export function lookUseHandlers({ database, config }: Pick<Ports, 'database' | 'config'>): Handlers<typeof lookAssetUses> {
  const origin = publicOrigin(config);
  return {
    async of({ input: { kind, thing_id }, caller }) {
      const isWanted = (kind ?? 'look') === 'look' && (thing_id ?? 'look') === 'look';
      const look = isWanted ? await findLook(database, caller.space_id) : null;
      const places = logoAssets(look?.logo ?? null, origin).map((asset_id) => ({ asset_id, place: '', is_public: true }));
      const name = look?.name ?? look?.space_name ?? '';
      return {
        data: places.length > 0 ? [{ kind: 'look', thing_id: 'look', name, path: '/look', places }] : [],
        has_more: false,
        next_cursor: null,
      };
    },
  };
}
