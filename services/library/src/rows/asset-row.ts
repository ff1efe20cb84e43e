import type { Asset, AssetKind, AssetOrigin } from '@space/contracts/assets';
import type { Actor } from '@space/contracts/core';

/** The file of an asset. */
export interface AssetFile {
  readonly name: string;
  readonly kind: AssetKind;
  readonly content_type: string;
  readonly size: number;
  readonly sha256: string;
}

/** An asset as it is stored, as Postgres shows it in JSON. */
export interface AssetRow extends AssetFile {
  readonly space_id: string;
  readonly id: string;
  readonly folder_id: string | null;
  readonly url_name: string;
  readonly file_version: number;
  readonly origin: AssetOrigin;
  readonly alt_text: string | null;
  readonly description: string | null;
  readonly tags: string[];
  readonly focal_point: Asset['focal_point'];
  readonly is_public: boolean;
  readonly links_version: number;
  readonly created_by: Actor;
  readonly trashed_at: string | null;
  readonly trashed_with: string | null;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  /** Places that show it. */
  readonly uses: number;
  /** True if visitors see one of them. */
  readonly is_shown: boolean;
  /** Pixels of a picture; null before it was read. */
  readonly width: number | null;
  readonly height: number | null;
}

/** Returns a file name as it stands in an address. */
export const urlName = (name: string): string => encodeURIComponent(name.toWellFormed());

/** Returns the address of an asset for everyone; null unless it is public or something published shows it. */
export const urlOf = (origin: string, asset: Pick<AssetRow, 'id' | 'url_name' | 'is_public' | 'is_shown' | 'trashed_at'>): string | null =>
  asset.trashed_at === null && (asset.is_public || asset.is_shown) ? `${origin}/a/${asset.id}/${asset.url_name}` : null;
