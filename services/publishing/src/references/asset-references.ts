import { type Bus, type CallContext, request } from '@space/bus';
import { assetDirectory, assetIdOf, MAX_SHOWN_ASSETS } from '@space/contracts/assets';
import { type FieldError, invalidFields, MAX_ID_LENGTH, Problem } from '@space/contracts/core';
import type { AssetPlace } from './outline.ts';
import { requireAnswer } from './require-answer.ts';

/** An asset that a field of a call names: the place is that in a text. */
export interface AssetReference extends Partial<Pick<AssetPlace, 'line' | 'column'>> {
  readonly id: string;
  /** The path of the field. */
  readonly path: string;
}

/** Unresolved assets that the sentence of a problem lists, and those that its `errors` list. */
const MAX_LISTED = 3;
const MAX_ERRORS = 200;

/** Returns the references to the assets that the text of a field names. */
export const assetsInText = (path: string, places: readonly AssetPlace[] = []): AssetReference[] =>
  places.map((place) => ({ ...place, path }));

/** Returns the reference to the asset at an address that a field holds; none for another address. `origin` is the public one. */
export function assetInField(path: string, address: string | null | undefined, origin: string): AssetReference[] {
  const id = address ? assetIdOf(address, origin) : undefined;
  return id === undefined ? [] : [{ id, path }];
}

/**
 * Looks up assets in the Space of a call with one request. Throws `unresolved_reference` with the place of each that does not exist or is in
 * the trash, `invalid` for too many, and `unavailable` when the library does not answer. Must not be called inside a transaction.
 */
export async function assertAssetsExist(
  bus: Pick<Bus, 'request'>,
  context: CallContext,
  references: readonly AssetReference[],
): Promise<void> {
  const [first] = references;
  if (!first) return;
  const ids = [...new Set(references.map(({ id }) => id))];
  if (ids.length > MAX_SHOWN_ASSETS)
    throw invalidFields([
      { path: first.path, code: 'too_many_references', message: `shows ${ids.length} assets; at most ${MAX_SHOWN_ASSETS} are allowed` },
    ]);
  const { items } = await requireAnswer(
    request(bus, context, assetDirectory, 'find', { ids: ids.filter((id) => id.length <= MAX_ID_LENGTH) }),
    { resources: 'assets', service: 'library' },
  );
  const found = new Map(items.map((asset) => [asset.id, asset]));
  const unresolved = references.flatMap((reference) => {
    const asset = found.get(reference.id);
    return asset && !asset.is_trashed ? [] : [{ ...reference, id: reference.id.slice(0, MAX_ID_LENGTH), isTrashed: asset !== undefined }];
  });
  if (unresolved.length > 0) throw unresolvedAssets(unresolved);
}

interface UnresolvedAsset extends AssetReference {
  readonly isTrashed: boolean;
}

function unresolvedAssets(unresolved: readonly UnresolvedAsset[]): Problem {
  const errors: FieldError[] = unresolved.slice(0, MAX_ERRORS).map(({ path, id, line, column, isTrashed }) => ({
    path,
    code: 'unresolved_asset',
    message: `${line === undefined ? '' : `line ${line}, column ${column}: `}${
      isTrashed ? `the asset "${id}" is in the trash; restore it first` : `there is no asset "${id}" in this Space`
    }`,
  }));
  const listed = errors.slice(0, MAX_LISTED).map(({ message }) => message);
  const more = unresolved.length > MAX_LISTED ? ` (and ${unresolved.length - MAX_LISTED} more)` : '';
  const references = unresolved.slice(0, MAX_ERRORS).map(({ id, line, column }) => ({ kind: 'asset', id, line, column }));
  return new Problem('unresolved_reference', `${unresolved[0]!.path}: ${listed.join('; ')}${more}.`, { errors, references });
}
