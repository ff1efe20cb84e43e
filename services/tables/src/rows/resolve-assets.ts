import type { CallContext } from '@space/bus';
import type { NamedAsset } from '@space/contracts/assets';
import type { FieldError } from '@space/contracts/core';
import type { Ports } from '@space/runtime';
import { assetIdsIn, isAsset, rejectType } from '../cells/attachment-column.ts';
import { findAssets } from '../present/find-assets.ts';
import { columnRolesOf } from '../schema/column-roles.ts';
import type { Cell, Schema } from '../schema/schema.ts';
import type { RowDraft } from './draft-rows.ts';

/** Drafts whose files have the names and sizes of their assets. */
export interface ResolvedAssets {
  readonly drafts: readonly RowDraft[];
  readonly assets: ReadonlyMap<string, NamedAsset>;
  readonly errors: readonly (FieldError & { at: string; column_key: string })[];
}

/**
 * Finds the assets of drafts, and those of the cells `also`, which the rows already have. An asset that a row already has stays as it
 * was stored, also if it is in the trash or gone. It calls another service, so call it before the transaction. Returns errors instead of throwing.
 */
export async function tryResolveAssets(
  bus: Ports['bus'],
  call: CallContext,
  schema: Schema,
  drafts: readonly RowDraft[],
  also: readonly unknown[],
): Promise<ResolvedAssets> {
  const { attachments } = columnRolesOf(schema);
  if (attachments.length === 0) return { drafts, assets: new Map(), errors: [] };
  const known = new Map(
    also.flatMap((cell) => (Array.isArray(cell) ? (cell as Cell[]) : []).flatMap((file) => (isAsset(file) ? [[file.asset_id, file]] : []))),
  );
  const ids = new Set(known.keys());
  for (const { patch } of drafts) for (const { cid } of attachments) for (const id of assetIdsIn(patch[cid])) ids.add(id);
  const assets = await findAssets(bus, call, [...ids]);
  const errors: (FieldError & { at: string; column_key: string })[] = [];
  const resolved = drafts.map((draft) => {
    const patch = { ...draft.patch };
    for (const column of attachments) {
      const cell = patch[column.cid];
      if (assetIdsIn(cell).length === 0) continue;
      const addError = (code: string, message: string) =>
        errors.push({ at: draft.at, column_key: column.key, path: `${draft.at}.${column.key}`, code, message });
      patch[column.cid] = (cell as Cell[]).map((file) => {
        if (!isAsset(file)) return file;
        const before = known.get(file.asset_id);
        if (before) return before;
        const asset = assets.get(file.asset_id);
        if (!asset || asset.is_trashed) {
          addError('unresolved_reference', `there is no asset "${file.asset_id}" in this Space${asset ? ' outside the trash' : ''}`);
          return file;
        }
        const rejected = rejectType(column, asset.content_type);
        if (rejected) addError(rejected.error.code, rejected.error.message);
        return { url: null, name: asset.name, size: asset.size, mime_type: asset.content_type, asset_id: asset.id };
      });
    }
    return { ...draft, patch };
  });
  return { drafts: resolved, assets, errors };
}
