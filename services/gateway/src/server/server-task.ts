import type { Server } from 'node:http';
import { LONG_POLLS_RELEASED } from '@space/contracts/core';
import { listen, type Ports } from '@space/runtime';
import type { Task } from '@space/worker';
import { serveConnections } from '../admission/connections.ts';
import type { Load } from '../admission/load.ts';
import { createGateway, type GatewayParts } from '../call/gateway.ts';
import { openConsole } from '../console/open-console.ts';
import type { IdentityProvider } from '../identities/identity-provider.ts';
import type { LiveStreams } from '../live/live-streams.ts';
import { createLiveCredentials } from '../live-editing/credentials.ts';
import { createLiveDoor, type LiveDoor } from '../live-editing/live-door.ts';
import { loadSpaceMcp } from '../mcp/endpoint.ts';
import type { ToolUses } from '../mcp/tool-uses.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import type { Passwords } from '../people/passwords.ts';
import type { SessionStore } from '../people/session-store.ts';
import type { SignInLimits } from '../people/sign-in-limits.ts';
import { createPageCache, type PageCache } from '../public/page-cache.ts';
import { createPublicApp } from '../public/public-app.ts';
import { apiAdmission, consoleAdmission, publicAdmission } from './admission.ts';
import { createApiApp } from './api-app.ts';
import { createBoundedServer, stopServer } from './bounded-server.ts';
import { isLiveUpgrade, serveUpgrades } from './live-upgrades.ts';
import { refuseCall, refuseVisitor } from './refusals.ts';

/** The ports on which the gateway listens; they differ from the settings when those are 0. */
export interface GatewayAddresses {
  readonly api: number;
  readonly public: number;
  readonly console: number;
}

/** The parts that have a task of their own and that the servers use. */
export interface ServerParts extends GatewayParts {
  readonly toolUses: ToolUses;
  readonly load: Load;
  readonly passwords: Passwords;
  readonly signInLimits: SignInLimits;
  readonly passkeys: Passkeys;
  readonly provider: IdentityProvider | undefined;
  readonly sessions: SessionStore;
  readonly live: LiveStreams;
  /** The address of the console, which is known when it listens. */
  readonly console: { url: string };
}

let addresses: GatewayAddresses | undefined;

/** Returns the ports of the gateway that runs in this process. Throws when none runs. */
export function gatewayAddresses(): GatewayAddresses {
  if (!addresses) throw new Error('No gateway runs in this process.');
  return addresses;
}

/** Returns the task that listens for the API, the public origin and the console. */
export function serverTask(ports: Ports, parts: ServerParts): Task {
  const { config, log } = ports;
  const { toolUses, load } = parts;
  const servers: Server[] = [];
  let pages: PageCache | undefined;
  let door: LiveDoor | undefined;
  const stopping = new AbortController();

  async function open(setting: 'SPACE_PORT' | 'SPACE_PUBLIC_PORT' | 'SPACE_CONSOLE_PORT', server: Server): Promise<number> {
    servers.push(server);
    return listen(server, config.SPACE_HOST, config[setting], setting);
  }

  return {
    name: 'gateway-servers',
    async start() {
      // Answers contain the address, so the app is attached when the port is known.
      let baseUrl = '';
      const apiServer = createBoundedServer(config, () => baseUrl, isLiveUpgrade);
      const apiPort = await open('SPACE_PORT', apiServer);
      baseUrl = (config.SPACE_BASE_URL ?? `http://localhost:${apiPort}`).replace(/\/+$/, '');
      const gateway = createGateway(ports, { ...parts, stopping: stopping.signal }, baseUrl);
      const admission = { ...parts, slots: gateway.slots, max_in_flight: config.SPACE_MAX_IN_FLIGHT };
      const admitCall = apiAdmission(admission, refuseCall(baseUrl));
      serveConnections(apiServer, load, admitCall, createApiApp(gateway, loadSpaceMcp(toolUses)));
      door = createLiveDoor(ports, {
        credentials: createLiveCredentials(ports, parts.authenticator, parts.sessions),
        quotas: parts.quotas,
        consoleOrigin: () => new URL(parts.console.url).origin,
      });
      serveUpgrades(apiServer, admitCall, refuseCall(baseUrl), door);
      const publicServer = createBoundedServer(config, () => baseUrl);
      const publicPort = await open('SPACE_PUBLIC_PORT', publicServer);
      pages = createPageCache(ports.bus);
      serveConnections(publicServer, load, publicAdmission(admission, refuseVisitor), createPublicApp(gateway, pages));
      const consoleServer = createBoundedServer(config, () => baseUrl);
      const consolePort = await open('SPACE_CONSOLE_PORT', consoleServer);
      parts.console.url = (config.SPACE_CONSOLE_URL ?? `http://localhost:${consolePort}`).replace(/\/+$/, '');
      const console = await openConsole(ports, parts, gateway, publicPort);
      serveConnections(consoleServer, load, consoleAdmission(admission, console.authenticator, refuseCall(baseUrl)), console.app);
      addresses = { api: apiPort, public: publicPort, console: consolePort };
      log.info({ port: apiPort, public_port: publicPort, console_port: consolePort, base_url: baseUrl }, 'listening');
    },
    async stop() {
      // Answers long polls, ends streams and closes live connections now; each would otherwise delay the stop until its own timeout.
      parts.live.close();
      stopping.abort();
      ports.bus.publish(LONG_POLLS_RELEASED, new Uint8Array());
      await Promise.all([door?.close(), ...servers.map(stopServer)]);
      parts.authenticator.close();
      parts.sessions.close();
      pages?.close();
      addresses = undefined;
    },
  };
}
