import type { Handlers } from '@space/bus';
import type { automationDirectory } from '@space/contracts/events';
import type { Ports } from '@space/runtime';
import { findAutomationsWithSecrets } from './automation-directory.queries.ts';

/** Creates the handlers of the automation directory. */
export const automationDirectoryHandlers = ({ database }: Pick<Ports, 'database'>): Handlers<typeof automationDirectory> => ({
  find_with_secrets: async ({ caller }) => ({ automations: [...(await findAutomationsWithSecrets(database, caller.space_id))] }),
});
