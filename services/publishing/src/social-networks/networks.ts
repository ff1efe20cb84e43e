import type { SocialPlatform } from '@space/contracts/publishing';
import type { Clock } from '@space/database';
import { createBluesky } from './bluesky.ts';
import { createMastodon } from './mastodon.ts';
import type { Network } from './network.ts';
import type { NetworkClient } from './network-client.ts';

/** Every network that can be spoken to, by name. */
export type Networks = Readonly<Record<SocialPlatform, Network>>;

/** The networks, over one client. */
export const createNetworks = (client: NetworkClient, clock: Clock): Networks => ({
  mastodon: createMastodon(client, clock),
  bluesky: createBluesky(client, clock),
});
