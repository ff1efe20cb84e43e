import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { allowList } from '@space/egress';
import { type Config, metrics } from '@space/runtime';
import { rateLimitKey } from '@space/web';

type Settings = Pick<Config, 'SPACE_MAX_NETWORK_CONNECTIONS' | 'SPACE_TRUSTED_PROXIES'>;

/** Addresses of the own machine: `kubectl port-forward` and a proxy on the same machine connect from there. */
const isLoopback = allowList('127.0.0.0/8,::1/128');

/**
 * Closes the connections of a network above SPACE_MAX_NETWORK_CONNECTIONS, so that one network does not take all of a port.
 * Trusted proxies and the own machine have no such bound: many visitors share their addresses.
 */
export function limitNetworkConnections(server: Server, { SPACE_MAX_NETWORK_CONNECTIONS, SPACE_TRUSTED_PROXIES }: Settings): void {
  if (SPACE_MAX_NETWORK_CONNECTIONS === 0) return;
  const isProxy = allowList(SPACE_TRUSTED_PROXIES);
  const openOf = new Map<string, number>();

  server.on('connection', function countConnection(socket: Socket) {
    const { remoteAddress = 'unknown' } = socket;
    if (isLoopback(remoteAddress) || isProxy(remoteAddress)) return;
    const network = rateLimitKey(remoteAddress);
    const open = openOf.get(network) ?? 0;
    if (open >= SPACE_MAX_NETWORK_CONNECTIONS) {
      metrics.connectionsClosed.inc({ reason: 'network' });
      socket.destroy();
      return;
    }
    openOf.set(network, open + 1);
    socket.once('close', function uncountConnection() {
      const left = openOf.get(network)! - 1;
      if (left === 0) openOf.delete(network);
      else openOf.set(network, left);
    });
  });
}
