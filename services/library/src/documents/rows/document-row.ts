import type { Actor } from '@space/contracts/core';

/** A document as it is stored, as Postgres shows it in JSON. */
export interface DocumentRow {
  readonly space_id: string;
  readonly id: string;
  readonly folder_id: string | null;
  readonly title: string;
  readonly icon: string | null;
  readonly is_locked: boolean;
  /** The number of the last change of its content. */
  readonly content_version: number;
  /** True while the stored text is of an older content. */
  readonly is_stale: boolean;
  readonly created_by: Actor;
  readonly edited_by: Actor;
  readonly edited_at: string;
  readonly trashed_at: string | null;
  readonly trashed_with: string | null;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  /** The beginning of its stored text. */
  readonly excerpt: string;
  /** Sorted ids of the assets that its stored text shows. */
  readonly asset_ids: string[];
}
