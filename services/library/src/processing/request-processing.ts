import { worksOf } from '@space/contracts/assets';
import { FILES_DUE } from '@space/contracts/core';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import type { AssetFile } from '../rows/asset-row.ts';
import { findWorks, insertWorks } from './processing.queries.ts';

/** The facts of a file that are known when an asset gets it. */
export interface KnownFile {
  readonly width: number | null;
  readonly height: number | null;
  /** True if all works on its bytes have ended, for an asset that had them before; null for a file without works. */
  readonly is_processed: boolean | null;
  readonly has_text: boolean;
}

/**
 * Requests the works of media on a file that an asset gets, in the transaction of the asset, and returns what is known of it. Its object is in
 * use and locked. The rows of the works are locked against their end: media announces the end to all assets that it sees after it.
 */
export async function requestProcessing(
  tx: CommonQueryMethods & { readonly now: string },
  space: string,
  file: AssetFile,
): Promise<KnownFile> {
  const works = worksOf(file);
  if (works.length === 0) return { width: null, height: null, is_processed: null, has_text: false };
  await insertWorks(tx, space, file, works, tx.now);
  const rows = await findWorks(tx, space, file.sha256);
  const picture = rows.find(({ work }) => work === 'picture');
  return {
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    is_processed: rows.every(({ status }) => status !== 'pending'),
    has_text: rows.some(({ work, status }) => work === 'text' && status === 'done'),
  };
}

/** Wakes the processes that work on files, after a transaction in which an asset got one. */
export function announceFile({ bus }: Pick<Ports, 'bus'>, file: AssetFile): void {
  if (worksOf(file).length > 0) bus.publish(FILES_DUE, new Uint8Array());
}
