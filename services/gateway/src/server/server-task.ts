import type { Server } from 'node:http';
import { LONG_POLLS_RELEASED } from '@space/contracts/core';
import { listen, type Ports, type Task } from '@space/runtime';
import type { Authenticate } from '../auth/authenticate.ts';
import { gateway, type Kept } from '../call/gateway.ts';
import { type KeptPages, keptPages } from '../public/page-cache.ts';
import { publicApp } from '../public/public-app.ts';
import { apiApp } from './api-app.ts';
import { boundedServer, stopServer } from './bounded-server.ts';

/** The ports the gateway listens on, which differ from the settings when those say 0. */
export interface GatewayAddresses {
  readonly api: number;
  readonly public: number;
}

let addresses: GatewayAddresses | undefined;

/** The ports of the gateway that runs in this process; throws when none does. */
export function gatewayAddresses(): GatewayAddresses {
  if (!addresses) throw new Error('No gateway runs in this process.');
  return addresses;
}

/** Listens for the API and for the second origin until it is stopped. */
export function serverTask(ports: Ports, authenticate: Authenticate, kept: Kept): Task {
  const { config, log } = ports;
  const servers: Server[] = [];
  let pages: KeptPages | undefined;
  const open = async (setting: 'SPACE_PORT' | 'SPACE_PUBLIC_PORT', server: Server): Promise<number> => {
    servers.push(server);
    return listen(server, config.SPACE_HOST, config[setting], setting);
  };
  return {
    name: 'gateway-servers',
    async start() {
      // What is answered names the address, so the app is joined to the server when the port is known.
      let baseUrl = '';
      const api = boundedServer(() => baseUrl);
      const apiPort = await open('SPACE_PORT', api);
      baseUrl = (config.SPACE_BASE_URL ?? `http://localhost:${apiPort}`).replace(/\/+$/, '');
      const door = gateway(ports, authenticate, kept, baseUrl);
      api.on('request', apiApp(door));
      const visitors = boundedServer(() => baseUrl);
      const publicPort = await open('SPACE_PUBLIC_PORT', visitors);
      pages = keptPages(ports.bus);
      visitors.on('request', publicApp(door, pages));
      addresses = { api: apiPort, public: publicPort };
      log.info({ port: apiPort, public_port: publicPort, base_url: baseUrl }, 'listening');
    },
    async stop() {
      // Whoever waits for events is answered now; else each would hold this up for as long as it waits.
      ports.bus.publish(LONG_POLLS_RELEASED, new Uint8Array());
      await Promise.all(servers.map(stopServer));
      authenticate.close();
      pages?.close();
      addresses = undefined;
    },
  };
}
