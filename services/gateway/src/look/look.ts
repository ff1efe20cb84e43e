import { extendJson, type Handlers, Json } from '@space/bus';
import { absoluteAddress } from '@space/contracts/assets';
import { Problem } from '@space/contracts/core';
import { type look, lookUpdated, type PublicLook, type SpaceLook } from '@space/contracts/platform';
import { mustMatch } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { accentColors, publicOrigin } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import type { z } from 'zod';
import { assertLogoExists, logoAssets } from './logo-asset.ts';
import { findLook, type LookRow, lockSpace, saveLook } from './look.queries.ts';

/** Creates the handlers by which a Space reads and changes how its public pages look. */
export function lookHandlers(ports: Ports): Handlers<typeof look> {
  const { database, bus } = ports;
  const origin = publicOrigin(ports.config);
  const writer = createWriter('gateway', ports);

  async function requireLook(from: CommonQueryMethods, space: string): Promise<LookRow> {
    const row = await findLook(from, space);
    if (!row) throw new Problem('not_found', `There is no Space "${space}".`);
    return row;
  }

  return {
    get: async ({ caller }) => lookResponse(await requireLook(database, caller.space_id)),

    async update(call) {
      const { space_id } = call.caller;
      if (call.input.logo) await assertLogoExists(bus, call, call.input.logo, origin);
      return writer.write(call, async (tx) => {
        await lockSpace(tx, space_id);
        const stored = await requireLook(tx, space_id);
        mustMatch(call.if_version, stored.version);
        const old = ownLook(stored);
        const given = Object.entries(call.input).filter(([, value]) => value !== undefined);
        const changed = given.map(([name]) => name as keyof PublicLook).filter((name) => call.input[name] !== old[name]);
        await saveLook(tx, space_id, { ...old, ...Object.fromEntries(given) }, tx.now);
        const before = Object.fromEntries(changed.map((name) => [name, old[name]]));
        const saved = await requireLook(tx, space_id);
        const assets = logoAssets(saved.logo, origin);
        if (changed.length > 0)
          tx.emit(lookUpdated, {
            look_id: 'look',
            look: saved.name ?? saved.space_name,
            changed,
            asset_ids: assets,
            published_asset_ids: assets,
          });
        return extendJson(lookResponse(saved), { before });
      });
    },
  };
}

/** Returns the look that pages of a Space have: its own name, otherwise that of the Space, and a logo with its origin. `origin` is the public one. */
export function publicLook(row: LookRow, origin: string): PublicLook {
  const own = ownLook(row);
  return { ...own, name: own.name ?? row.space_name, logo: own.logo && absoluteAddress(own.logo, origin) };
}

function ownLook({ name, logo, accent, typeface, locale, week_start, clock }: LookRow): PublicLook {
  return { name, logo, accent, typeface: typeface ?? 'sans', locale, week_start, clock };
}

function lookResponse(row: LookRow): Json<z.output<typeof SpaceLook>> {
  const { light, dark } = accentColors(row.accent);
  const used = ({ link, on_link, contrast }: typeof light) => ({ accent: link, on_accent: on_link, contrast });
  const response: z.output<typeof SpaceLook> = {
    updated_at: row.updated_at,
    ...ownLook(row),
    shown_name: row.name ?? row.space_name,
    colors: { light: used(light), dark: used(dark) },
  };
  return new Json(JSON.stringify(response), row.version);
}
