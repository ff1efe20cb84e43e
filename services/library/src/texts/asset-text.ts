import type { Handlers } from '@space/bus';
import type { assets } from '@space/contracts/assets';
import { Problem } from '@space/contracts/core';
import { cursorProblem, decodeCursor, encodeCursor } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { AssetRow } from '../rows/asset-row.ts';
import { findAsset } from '../rows/find-asset.ts';
import { findTextPage, findTextWork } from './texts.queries.ts';

/** Seconds after which the text of a new file may be read. */
const RETRY_AFTER_S = 5;
/** Characters of the hash of its file that a cursor has. */
const HASH = 16;

/** Returns the handler that reads the text of a file, page by page. */
export const readAssetText =
  (database: CommonQueryMethods): Handlers<typeof assets>['text'] =>
  async ({ input: { id, cursor }, caller }) => {
    const space = caller.space_id;
    const asset = await findAsset(database, space, id);
    const page = cursor === undefined ? 1 : pageOf(cursor, asset);
    const found = await findTextPage(database, space, asset.sha256, page);
    if (!found) throw page === 1 ? await withoutText(database, asset) : cursorProblem();
    const { text, pages, is_truncated } = found;
    return {
      asset_id: id,
      name: asset.name,
      version: asset.file_version,
      text,
      page,
      pages,
      is_truncated,
      next_cursor: page < pages ? encodeCursor([asset.sha256.slice(0, HASH), page + 1]) : null,
    };
  };

/** Returns the page of a cursor. Throws `conflict` if it is one of a former file. */
function pageOf(cursor: string, { name, sha256 }: AssetRow): number {
  const [hash, page] = decodeCursor(cursor, 'text', 'integer');
  if (page < 2 || page > 2 ** 31 - 1) throw cursorProblem();
  if (hash !== sha256.slice(0, HASH))
    throw new Problem('conflict', `The file of "${name}" was replaced; leave cursor out to read the text of the new one.`);
  return page;
}

/** The reasons for which the text of a file was not read, as ends of a sentence. */
const reasons: Readonly<Record<string, string>> = {
  no_text: 'has no text, as a scan has none',
  encrypted: 'is encrypted; store a copy without a password',
  too_large: 'unpacks to too many bytes',
  nested_too_deep: 'has too many elements in each other',
  worker_ended: 'takes too much time or memory',
};

/** Returns why an asset has no text. */
async function withoutText(database: CommonQueryMethods, { space_id, name, content_type, sha256 }: AssetRow): Promise<Problem> {
  const work = await findTextWork(database, space_id, sha256);
  if (!work) return new Problem('conflict', `The text of "${name}" is not read: files of the type ${content_type} or this size have none.`);
  if (work.status === 'failed')
    return new Problem('conflict', `"${name}" ${reasons[work.reason ?? ''] ?? 'cannot be read: its bytes are broken'}.`);
  return new Problem('conflict', `The text of "${name}" is not read yet; send the call again in some seconds.`, {
    retry_after_s: RETRY_AFTER_S,
  });
}
