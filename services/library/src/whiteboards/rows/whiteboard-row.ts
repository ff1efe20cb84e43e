import type { Actor } from '@space/contracts/core';
import type { Whiteboard } from '@space/contracts/whiteboards';

/** A whiteboard as it is stored, as Postgres shows it in JSON. */
export interface WhiteboardRow {
  readonly space_id: string;
  readonly id: string;
  readonly folder_id: string | null;
  readonly title: string;
  readonly background: Whiteboard['background'];
  readonly is_locked: boolean;
  /** The number of the last change of its elements. */
  readonly content_version: number;
  /** True while its stored elements are of an older content. */
  readonly is_stale: boolean;
  readonly created_by: Actor;
  readonly edited_by: Actor;
  readonly edited_at: string;
  readonly trashed_at: string | null;
  readonly trashed_with: string | null;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  /** Sorted ids of the assets that its stored elements show. */
  readonly asset_ids: string[];
}
