import type { Handlers } from '@space/bus';
import type { shareLinkDirectory } from '@space/contracts/tables';
import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { hashToken } from '@space/web';
import { findOpenHashes } from './share-links.queries.ts';

/** Creates the handlers of the share link directory. It ignores tokens of other Spaces, and links that visitors cannot open. */
export const shareLinkDirectoryHandlers = ({
  database,
  clock,
}: Pick<Ports, 'database' | 'clock'>): Handlers<typeof shareLinkDirectory> => ({
  async resolve({ input, caller }) {
    const hashes = new Map(input.tokens.map((token) => [hashToken(token).toString('hex'), token]));
    const open = await findOpenHashes(database, caller.space_id, [...hashes.keys()], isoTime(clock.now()));
    const tokensOf = (links: typeof open) => links.map(({ hash }) => hashes.get(hash)!);
    return { tokens: tokensOf(open), with_password: tokensOf(open.filter(({ has_password }) => has_password)) };
  },
});
