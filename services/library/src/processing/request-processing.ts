import { worksOf } from '@space/contracts/assets';
import type { CommonQueryMethods } from 'slonik';
import type { AssetFile } from '../rows/asset-row.ts';
import { insertWorks } from './processing.queries.ts';

/** Requests the work of media on a file that an asset gets, in the transaction of the asset. Its object is in use and locked. */
export async function requestProcessing(tx: CommonQueryMethods & { readonly now: string }, space: string, file: AssetFile): Promise<void> {
  const works = worksOf(file);
  if (works.length > 0) await insertWorks(tx, space, file, works, tx.now);
}
