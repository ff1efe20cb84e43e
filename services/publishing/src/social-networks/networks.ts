import type { SocialPlatform } from '@space/contracts/publishing';
import type { Clock } from '@space/database';
import { createBluesky } from './bluesky.ts';
import { createMastodon } from './mastodon.ts';
import type { Network } from './network.ts';
import type { NetworkClient } from './network-client.ts';

/** The supported networks by name. */
export type Networks = Readonly<Record<SocialPlatform, Network>>;

/** Returns the supported networks, which send their requests through one client. */
export const createNetworks = (client: NetworkClient, clock: Clock): Networks => ({
  mastodon: createMastodon(client, clock),
  bluesky: createBluesky(client, clock),
});
