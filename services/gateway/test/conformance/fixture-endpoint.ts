import type { Server } from 'node:http';
import { closeServer, listen } from '@space/runtime';
import { createActivityLog } from '../../src/activity/activity-log.ts';
import { createLateRefusals } from '../../src/admission/late-refusals.ts';
import { createNetworkLimits } from '../../src/admission/network-limits.ts';
import { createAuthenticator } from '../../src/auth/authenticate.ts';
import { createGateway } from '../../src/call/gateway.ts';
import { createApiApp } from '../../src/server/api-app.ts';
import { createBoundedServer } from '../../src/server/bounded-server.ts';
import { createStorageQuotas } from '../../src/storage/storage-quotas.ts';
import type { Api } from '../fixtures/api.ts';
import { loadFixtures } from './fixture-server.ts';

/** A second gateway on the same Spaces and keys, whose MCP endpoint serves the fixtures. */
export interface FixtureEndpoint {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a gateway on the ports of a running one. Only the handler of its MCP endpoint differs: it serves the fixtures. */
export async function startFixtureEndpoint({ ports }: Api): Promise<FixtureEndpoint> {
  const { clock, config, database, log } = ports;
  const networks = createNetworkLimits(config, log);
  const authenticator = createAuthenticator(ports, networks);
  let url = '';
  const server: Server = createBoundedServer(config, () => url);
  url = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0, 'SPACE_PORT')}`;
  const gateway = createGateway(
    ports,
    {
      authenticator,
      networks,
      late: createLateRefusals(),
      activity: createActivityLog(database, log),
      quotas: createStorageQuotas(database, clock, log, config),
    },
    url,
  );
  server.on('request', createApiApp(gateway, loadFixtures));
  return {
    url,
    async close() {
      const closed = closeServer(server);
      server.closeAllConnections();
      await closed;
      authenticator.close();
    },
  };
}
