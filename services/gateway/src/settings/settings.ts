import type { Handlers } from '@space/bus';
import type { settings } from '@space/contracts/platform';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { agentHandlers } from './agents.ts';
import { keyHandlers } from './keys.ts';
import { spaceHandlers } from './spaces.ts';

/** Creates the handlers of the settings contract: Spaces, their keys and their agents. */
export function settingsHandlers(ports: Ports): Handlers<typeof settings> {
  const writer = createWriter('gateway', ports);
  return {
    ...spaceHandlers(ports.database, writer),
    ...keyHandlers(ports.database, writer, ports.bus),
    ...agentHandlers(ports.database, writer),
  };
}
