import type { Ports } from '@space/runtime';
import type { NetworkClient } from './network-client.ts';
import type { Networks } from './networks.ts';

/** The dependencies of the tasks that call social networks. */
export interface SocialContext {
  readonly ports: Ports;
  readonly client: NetworkClient;
  readonly networks: Networks;
}
