import type { Server } from 'node:http';
import { closeServer, listen } from '@space/runtime';
import { activityLog } from '../../src/activity/activity-log.ts';
import { authentication } from '../../src/auth/authenticate.ts';
import { gateway } from '../../src/call/gateway.ts';
import { toolUses } from '../../src/mcp/tool-uses.ts';
import { apiApp } from '../../src/server/api-app.ts';
import { boundedServer } from '../../src/server/bounded-server.ts';
import type { Api } from '../fixtures/api.ts';
import { openFixtures } from './fixture-server.ts';

/** A second door to the same Spaces and keys, with other tools behind it. */
export interface FixtureDoor {
  readonly url: string;
  close(): Promise<void>;
}

/** Opens a gateway beside a running one that is the same in everything but what answers behind its MCP endpoint: the fixtures. */
export async function fixtureDoor({ ports }: Api): Promise<FixtureDoor> {
  const { database, clock, log } = ports;
  const authenticate = authentication(ports);
  const kept = { activity: activityLog(database, clock, log), toolUses: toolUses(database, clock, log) };
  let url = '';
  const server: Server = boundedServer(() => url);
  url = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0, 'SPACE_PORT')}`;
  server.on('request', apiApp(gateway(ports, authenticate, kept, url), openFixtures));
  return {
    url,
    async close() {
      const closed = closeServer(server);
      server.closeAllConnections();
      await closed;
      authenticate.close();
    },
  };
}
