import { z } from 'zod';
import { Deleted, id, line } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { socialAccountConnected, socialAccountDisconnected } from './social.events.ts';
import { SocialAccount, SocialPlatform } from './social-account.ts';
import { givenWebAddress } from './web-address.ts';

const spaceId = { space_id: id('Space') };

/** The connected accounts of a Space, which no key can change (contract, N2). */
export const socialSettings = contract({
  name: 'social_settings',
  service: 'publishing',
  tag: 'Social settings',
  description: 'Connects accounts of social networks to a Space. For operators: no Space key reaches these.',
  operations: {
    connect_account: operation({
      summary: 'Connect an account of a social network',
      description:
        'The network is asked immediately which account the secret belongs to. The secret is stored encrypted and never shown again. Connecting an account that is connected already replaces its secret.',
      audience: 'operator',
      role: 'admin',
      needs_confirmation: true,
      route: { method: 'POST', path: '/operator/spaces/:space_id/social-accounts', status: 201 },
      input: z.strictObject({
        ...spaceId,
        platform: SocialPlatform.describe('Network of the account'),
        server: givenWebAddress
          .optional()
          .describe('Mastodon: the server of the account. Bluesky: its data server, default https://bsky.social'),
        identifier: line(254).min(1).optional().describe('Bluesky: the handle'),
        secret: line(4_096)
          .min(1)
          .describe(
            'Mastodon: an access token with read:accounts, read:statuses, write:statuses and write:media. Bluesky: an app password',
          ),
      }),
      output: SocialAccount,
      emits: [socialAccountConnected],
      problems: ['unsafe_url', 'limit_reached'],
      effects: ['outside'],
      deadline_ms: 20_000,
      example: {
        space_id: 'spc_01jd0000000000000000000000',
        platform: 'mastodon',
        server: 'https://mastodon.example',
        secret: 'an access token of that server',
      },
    }),
    list_accounts: operation({
      summary: 'List the connected accounts of a Space',
      audience: 'operator',
      role: 'admin',
      route: { method: 'GET', path: '/operator/spaces/:space_id/social-accounts', status: 200 },
      input: z.strictObject({
        ...spaceId,
        sort: sortBy(['created_at', 'handle'], 'created_at'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(SocialAccount),
    }),
    disconnect_account: operation({
      summary: 'Disconnect an account of a social network',
      description: 'Its secret is deleted. Posts that are scheduled for it fail; published posts stay on the network.',
      audience: 'operator',
      role: 'admin',
      route: { method: 'DELETE', path: '/operator/spaces/:space_id/social-accounts/:id', status: 200 },
      input: z.strictObject({ ...spaceId, id: id('social account') }),
      output: Deleted,
      emits: [socialAccountDisconnected],
    }),
  },
});
