import { z } from 'zod';
import { contract, operation } from '../core/operation.ts';

/** Operations that other services call about share links, over the bus only. */
export const shareLinkDirectory = contract({
  name: 'share_link_directory',
  service: 'tables',
  tag: 'Share link directory',
  description: 'The share links of a Space.',
  operations: {
    resolve: operation({
      summary: 'Look up share links by token',
      description: 'Answers the tokens whose links of this Space open, and which of them have a password. It says nothing of the others.',
      audience: 'internal',
      input: z.strictObject({ tokens: z.array(z.string().max(100)).max(1_000) }),
      // Processes of an older release do not answer `with_password`.
      output: z.object({ tokens: z.array(z.string()), with_password: z.array(z.string()).optional() }),
    }),
    find_addresses: operation({
      summary: 'Look up the addresses of share links by id',
      description: 'Answers the links of this Space that open. It says nothing of the others.',
      audience: 'internal',
      input: z.strictObject({ ids: z.array(z.string().max(64)).max(1_000) }),
      output: z.object({ links: z.array(z.object({ id: z.string(), table_id: z.string(), url: z.string() })) }),
    }),
  },
});
