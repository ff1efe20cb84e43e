import type { SocialPlatform } from '@space/contracts/publishing';
import type { Clock } from '@space/database';
import { bluesky } from './bluesky.ts';
import { mastodon } from './mastodon.ts';
import type { Network } from './network.ts';
import type { NetworkClient } from './network-client.ts';

/** Every network that can be spoken to, by name. */
export type Networks = Readonly<Record<SocialPlatform, Network>>;

/** The networks, over one client. */
export const networksOver = (client: NetworkClient, clock: Clock): Networks => ({
  mastodon: mastodon(client, clock),
  bluesky: bluesky(client, clock),
});
