import type { Actor } from '@space/contracts/core';

/** The fields that the rows of all kinds of contents have. */
export interface ContentRow {
  readonly space_id: string;
  readonly id: string;
  readonly title: string;
  readonly is_locked: boolean;
  /** The number of the last change of its content. */
  readonly content_version: number;
  /** True while what is derived from the content is of an older one. */
  readonly is_stale: boolean;
  readonly edited_by: Actor;
  readonly edited_at: string;
  readonly trashed_at: string | null;
  readonly version: number;
  readonly updated_at: string;
}

/** The part of a row that says which content a thing has. */
export type ContentRef = Pick<ContentRow, 'space_id' | 'id' | 'content_version'>;
