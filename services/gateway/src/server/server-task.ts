import type { Server } from 'node:http';
import { LONG_POLLS_RELEASED } from '@space/contracts/core';
import { listen, type Ports } from '@space/runtime';
import type { Task } from '@space/worker';
import type { ActivityLog } from '../activity/activity-log.ts';
import type { Authenticator } from '../auth/authenticate.ts';
import { createGateway } from '../call/gateway.ts';
import { loadSpaceMcp } from '../mcp/endpoint.ts';
import type { ToolUses } from '../mcp/tool-uses.ts';
import { createPageCache, type PageCache } from '../public/page-cache.ts';
import { createPublicApp } from '../public/public-app.ts';
import { createApiApp } from './api-app.ts';
import { createBoundedServer, stopServer } from './bounded-server.ts';

/** The ports on which the gateway listens; they differ from the settings when those are 0. */
export interface GatewayAddresses {
  readonly api: number;
  readonly public: number;
}

/** The parts that have a task of their own and that the servers use. */
export interface ServerParts {
  readonly authenticator: Authenticator;
  readonly activity: ActivityLog;
  readonly toolUses: ToolUses;
}

let addresses: GatewayAddresses | undefined;

/** Returns the ports of the gateway that runs in this process. Throws when none runs. */
export function gatewayAddresses(): GatewayAddresses {
  if (!addresses) throw new Error('No gateway runs in this process.');
  return addresses;
}

/** Returns the task that listens for the API and for the public origin. */
export function serverTask(ports: Ports, { authenticator, activity, toolUses }: ServerParts): Task {
  const { config, log } = ports;
  const servers: Server[] = [];
  let pages: PageCache | undefined;

  async function open(setting: 'SPACE_PORT' | 'SPACE_PUBLIC_PORT', server: Server): Promise<number> {
    servers.push(server);
    return listen(server, config.SPACE_HOST, config[setting], setting);
  }

  return {
    name: 'gateway-servers',
    async start() {
      // Answers contain the address, so the app is attached when the port is known.
      let baseUrl = '';
      const apiServer = createBoundedServer(() => baseUrl);
      const apiPort = await open('SPACE_PORT', apiServer);
      baseUrl = (config.SPACE_BASE_URL ?? `http://localhost:${apiPort}`).replace(/\/+$/, '');
      const gateway = createGateway(ports, authenticator, activity, baseUrl);
      apiServer.on('request', createApiApp(gateway, loadSpaceMcp(toolUses)));
      const publicServer = createBoundedServer(() => baseUrl);
      const publicPort = await open('SPACE_PUBLIC_PORT', publicServer);
      pages = createPageCache(ports.bus);
      publicServer.on('request', createPublicApp(gateway, pages));
      addresses = { api: apiPort, public: publicPort };
      log.info({ port: apiPort, public_port: publicPort, base_url: baseUrl }, 'listening');
    },
    async stop() {
      // Answers long polls now; each would otherwise delay the stop until its own timeout.
      ports.bus.publish(LONG_POLLS_RELEASED, new Uint8Array());
      await Promise.all(servers.map(stopServer));
      authenticator.keys.close();
      pages?.close();
      addresses = undefined;
    },
  };
}
