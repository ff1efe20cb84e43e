import type { ContentKind } from '../kinds/content-kind.ts';

/** A content as its list shows it. */
export interface Content {
  readonly id: string;
  readonly title: string;
  /** A character in place of the icon of the kind. */
  readonly icon?: string | null;
  readonly folder_id: string | null;
  readonly folder_path: string | null;
  readonly excerpt: string;
  readonly is_locked: boolean;
  readonly edited_by: { readonly name: string };
  readonly edited_at: string;
  readonly trashed_at: string | null;
}

/** Returns the key of the reads of contents of a kind in the cache. */
export const contentsKey = (space_id: string, { contract }: Pick<ContentKind, 'contract'>) => ['space', space_id, contract] as const;

/** Returns the key of the reads of versions of contents of a kind in the cache. */
export const contentVersionsKey = (space_id: string, { versions }: Pick<ContentKind, 'versions'>) => ['space', space_id, versions] as const;
