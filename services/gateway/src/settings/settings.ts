import type { Handlers } from '@space/bus';
import type { settings } from '@space/contracts/platform';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { StorageQuotas } from '../storage/storage-quotas.ts';
import { agentHandlers } from './agents.ts';
import { grantHandlers } from './grants.ts';
import { keyChangeHandlers } from './key-changes.ts';
import { keyHandlers } from './keys.ts';
import { spaceDeletionHandlers } from './space-deletion.ts';
import { spaceLimitHandlers } from './space-limits.ts';
import { spaceHandlers } from './spaces.ts';
import { storageSettingsHandlers } from './storage-limits.ts';
import { toolPreviewHandlers } from './tool-preview.ts';

/** Wakes the tasks that finish deletions. */
interface SettingsTasks {
  /** Called when the listeners of an agent have to end. */
  readonly agentRemoval: () => void;
  /** Called when a step of the deletion of a Space is due. */
  readonly spaceRemoval: () => void;
}

/**
 * Creates the handlers of the settings contract: Spaces, their keys and their agents.
 */
export function settingsHandlers(ports: Ports, quotas: StorageQuotas, notify: SettingsTasks): Handlers<typeof settings> {
  const writer = createWriter('gateway', ports);
  const { database, bus, clock } = ports;
  return {
    ...spaceHandlers(database, writer, bus),
    ...spaceLimitHandlers(database, clock, quotas),
    ...keyHandlers(database, writer, bus),
    ...keyChangeHandlers({ database, writer, bus, clock }),
    ...toolPreviewHandlers(database),
    ...grantHandlers(database, writer, bus),
    ...agentHandlers({ database, writer, bus, notifyRemoval: notify.agentRemoval }),
    ...spaceDeletionHandlers({ writer, bus, notifyRemoval: notify.spaceRemoval }),
    ...storageSettingsHandlers(database, writer, quotas),
  };
}
