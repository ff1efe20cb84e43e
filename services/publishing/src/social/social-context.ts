import type { Ports } from '@space/runtime';
import type { NetworkClient } from '../social-networks/network-client.ts';
import type { Networks } from '../social-networks/networks.ts';

/** The dependencies of the tasks that call social networks. */
export interface SocialContext {
  readonly ports: Ports;
  readonly client: NetworkClient;
  readonly networks: Networks;
}
