import { fileURLToPath } from 'node:url';
import { httpRequests, integrationDirectory, integrations, REQUEST_SECONDS, secretSettings, secrets } from '@space/contracts/integrations';
import { integrationIds, integrationRemoval, integrationSearch, integrationStorage } from '@space/contracts/platform';
import { findByText, findExistingIds, measureSpace, removeSpaceRows } from '@space/database';
import { createEgress } from '@space/egress';
import { type Service, serving } from '@space/runtime';
import { manifest } from '../../manifest.ts';
import { connectionHandlers } from './connections/connections.ts';
import { integrationDirectoryHandlers } from './connections/integration-directory.ts';
import { createUncheckedTask } from './connections/unchecked-connections.ts';
import { httpRequestHandlers } from './requests/http-requests.ts';
import { createRetention } from './retention.ts';
import { secretSettingsHandlers } from './secrets/secret-settings.ts';
import { secretHandlers } from './secrets/secrets.ts';

const CONNECTIONS_PER_ORIGIN = 64;
const KEEP_ALIVE_MS = 10_000;

import { searchSources } from './search/search-sources-sql.ts';

/** The service of the list of connections, of secrets, and of the requests to other services that carry them. */
export const integrationsService: Service = {
  ...manifest.integrations,
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  open(ports) {
    const egress = createEgress(ports.config);
    const agent = egress.agent({
      connections: CONNECTIONS_PER_ORIGIN,
      keepAliveMs: KEEP_ALIVE_MS,
      connectTimeoutMs: REQUEST_SECONDS.max * 1_000,
    });
    return {
      serves: [
        serving(integrationRemoval, { remove: ({ caller }) => removeSpaceRows(ports.database, 'integrations', caller.space_id) }),
        serving(integrationSearch, {
          find: async ({ input, caller }) => ({ found: [...(await findByText(ports.database, caller.space_id, searchSources, input))] }),
        }),
        serving(integrations, connectionHandlers(ports)),
        serving(integrationDirectory, integrationDirectoryHandlers(ports)),
        serving(secrets, secretHandlers(ports)),
        serving(secretSettings, secretSettingsHandlers(ports)),
        serving(httpRequests, httpRequestHandlers(ports, egress, agent)),
        serving(integrationIds, {
          find: async ({ input, caller }) => ({
            ids: await findExistingIds(ports.database, 'integrations', ['secret', 'integration'], caller.space_id, input.ids),
          }),
        }),
        serving(integrationStorage, {
          measure: async ({ caller }) => ({ ...(await measureSpace(ports.database, 'integrations', caller.space_id)), files: 0 }),
        }),
      ],
      tasks: [{ name: 'http-agent', start: async () => {}, stop: () => agent.close() }, createUncheckedTask(ports), createRetention(ports)],
    };
  },
};
