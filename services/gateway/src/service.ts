import { fileURLToPath } from 'node:url';
import {
  activity,
  activityLog as activityLogContract,
  agentDirectory,
  keyDirectory,
  settings,
  spaceDirectory,
} from '@space/contracts/platform';
import { type Service, serving } from '@space/runtime';
import { activityHandlers, activityLogHandlers } from './activity/activity.ts';
import { activityLog } from './activity/activity-log.ts';
import { authentication } from './auth/authenticate.ts';
import { toolUses } from './mcp/tool-uses.ts';
import { flushTask } from './server/flush-task.ts';
import { serverTask } from './server/server-task.ts';
import { agentDirectoryHandlers } from './settings/agent-directory.ts';
import { keyDirectoryHandlers } from './settings/key-directory.ts';
import { settingsHandlers } from './settings/settings.ts';
import { spaceDirectoryHandlers } from './settings/space-directory.ts';

/**
 * The door of the system: Space API keys, REST, MCP, the documents that describe them, and the second origin.
 *
 * A request is proved (key-format, key-cache: revoked keys are dropped by broadcast, or after five seconds), counted
 * (rate-limit), checked for its scope and sent to exactly one service over the bus (call), whose answer passes through
 * as bytes. REST and MCP differ only in how they read a request and write an answer. The gateway knows no business
 * data; what it owns are the settings of Spaces: Spaces, keys and agents.
 */
export const gatewayService: Service = {
  name: 'gateway',
  schema: 'gateway',
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  emits: false,
  open(ports) {
    const { database, clock, log } = ports;
    const authenticate = authentication(ports);
    const kept = { activity: activityLog(database, clock, log), toolUses: toolUses(database, clock, log) };
    return {
      serves: [
        serving(settings, settingsHandlers(ports)),
        serving(keyDirectory, keyDirectoryHandlers(ports)),
        serving(agentDirectory, agentDirectoryHandlers(ports)),
        serving(spaceDirectory, spaceDirectoryHandlers(ports)),
        serving(activity, activityHandlers(ports)),
        serving(activityLogContract, activityLogHandlers(kept.activity)),
      ],
      tasks: [
        kept.activity,
        flushTask('key-usage', authenticate.usage),
        flushTask('tool-uses', kept.toolUses),
        serverTask(ports, authenticate, kept),
      ],
    };
  },
};
