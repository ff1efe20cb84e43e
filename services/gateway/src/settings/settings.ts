import type { Handlers } from '@space/bus';
import type { settings } from '@space/contracts/platform';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { StorageQuotas } from '../storage/storage-quotas.ts';
import { agentHandlers } from './agents.ts';
import { grantHandlers } from './grants.ts';
import { keyHandlers } from './keys.ts';
import { spaceHandlers } from './spaces.ts';
import { storageSettingsHandlers } from './storage-limits.ts';

/** Creates the handlers of the settings contract: Spaces, their keys and their agents. */
export function settingsHandlers(ports: Ports, quotas: StorageQuotas): Handlers<typeof settings> {
  const writer = createWriter('gateway', ports);
  return {
    ...spaceHandlers(ports.database, writer),
    ...keyHandlers(ports.database, writer, ports.bus),
    ...grantHandlers(ports.database, writer, ports.bus),
    ...agentHandlers(ports.database, writer),
    ...storageSettingsHandlers(ports.database, writer, quotas),
  };
}
