import type { Handlers } from '@space/bus';
import type { shareLinkDirectory } from '@space/contracts/tables';
import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { hashToken, publicOrigin } from '@space/web';
import { findOpenHashes, findOpenTokens } from './share-links.queries.ts';

/** Creates the handlers of the share link directory. It ignores tokens of other Spaces, and links that visitors cannot open. */
export const shareLinkDirectoryHandlers = ({
  database,
  clock,
  box,
  config,
}: Pick<Ports, 'database' | 'clock' | 'box' | 'config'>): Handlers<typeof shareLinkDirectory> => ({
  async resolve({ input, caller }) {
    const hashes = new Map(input.tokens.map((token) => [hashToken(token).toString('hex'), token]));
    const open = await findOpenHashes(database, caller.space_id, [...hashes.keys()], isoTime(clock.now()));
    const tokensOf = (links: typeof open) => links.map(({ hash }) => hashes.get(hash)!);
    return { tokens: tokensOf(open), with_password: tokensOf(open.filter(({ has_password }) => has_password)) };
  },

  async find_addresses({ input, caller }) {
    const links = await findOpenTokens(database, caller.space_id, input.ids, isoTime(clock.now()));
    const origin = publicOrigin(config);
    return {
      links: links.map(({ id, table_id, sealed_token }) => ({
        id,
        table_id,
        url: `${origin}/t/${box.open(Buffer.from(sealed_token, 'base64'))}`,
      })),
    };
  },
});
