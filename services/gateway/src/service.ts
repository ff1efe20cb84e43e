import { fileURLToPath } from 'node:url';
import { lookAssetUses } from '@space/contracts/assets';
import { identities, members, passkeys, peopleDirectory, person } from '@space/contracts/people';
import {
  activity,
  activityLog,
  agentDirectory,
  keyDirectory,
  look,
  me,
  memberIds,
  search,
  settings,
  spaceDirectory,
  storage,
  storageDirectory,
} from '@space/contracts/platform';
import { findExistingIds } from '@space/database';
import { type Service, serving } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import { manifest } from '../../manifest.ts';
import { activityHandlers, activityLogHandlers } from './activity/activity.ts';
import { createActivityLog } from './activity/activity-log.ts';
import { activityRetention } from './activity/activity-retention.ts';
import { createLateRefusals } from './admission/late-refusals.ts';
import { createLoad } from './admission/load.ts';
import { createNetworkLimits } from './admission/network-limits.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import { agentDirectoryHandlers } from './directories/agent-directory.ts';
import { keyDirectoryHandlers } from './directories/key-directory.ts';
import { peopleDirectoryHandlers } from './directories/people-directory.ts';
import { spaceDirectoryHandlers } from './directories/space-directory.ts';
import { identityHandlers } from './identities/identity-handlers.ts';
import { createIdentityProvider } from './identities/identity-provider.ts';
import { providerSettings } from './identities/provider-settings.ts';
import { createLiveStreams } from './live/live-streams.ts';
import { lookUseHandlers } from './look/logo-asset.ts';
import { lookHandlers } from './look/look.ts';
import { approvalRetention } from './mcp/approval-retention.ts';
import { createToolUses } from './mcp/tool-uses.ts';
import { oauthRetention } from './oauth/oauth-retention.ts';
import { challengeRetention } from './passkeys/challenge-retention.ts';
import { passkeyHandlers } from './passkeys/passkey-handlers.ts';
import { createPasskeys } from './passkeys/passkeys.ts';
import { memberHandlers } from './people/members.ts';
import { createPasswords } from './people/passwords.ts';
import { peopleRetention } from './people/people-retention.ts';
import { personHandlers } from './people/person.ts';
import { createSessionStore } from './people/session-store.ts';
import { createSignInLimits } from './people/sign-in-limits.ts';
import { searchHandlers } from './search/search.ts';
import { flushTask } from './server/flush-task.ts';
import { serverTask } from './server/server-task.ts';
import { agentRemovalTask } from './settings/agent-removal-task.ts';
import { meHandlers } from './settings/me.ts';
import { settingsHandlers } from './settings/settings.ts';
import { spaceRemovalTask } from './settings/space-removal-task.ts';
import { measurementTask } from './storage/measurement-task.ts';
import { storageDirectoryHandlers, storageHandlers } from './storage/storage.ts';
import { createStorageQuotas } from './storage/storage-quotas.ts';

/** Interval of flushes; a killed process loses the lines since the last one. */
const ACTIVITY_FLUSH_MS = SECOND_MS / 2;
const USAGE_FLUSH_MS = 3 * SECOND_MS;
const STORAGE_FLUSH_MS = SECOND_MS;

/**
 * The entry point of the system: Space API keys, REST, MCP, the documents that describe them, and the public origin.
 *
 * A request is admitted (admission/), authenticated (auth/), counted, checked for its scope and sent to exactly one service over the bus (call/).
 * The answer passes through as bytes. REST (rest/) and MCP (mcp/) differ only in how they read a request and write an
 * answer. The gateway reads no business data. It owns the settings of Spaces (settings/: Spaces, keys and agents), the look of
 * their public pages (look/), people with their sessions (people/), passkeys (passkeys/) and accounts at an
 * identity provider (identities/), and the activity log (activity/). The console (console/) is a third
 * listener: people sign in there, and their session stands for a key.
 */
export const gatewayService: Service = {
  ...manifest.gateway,
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  open(ports) {
    const { database, clock, config, log } = ports;
    const networks = createNetworkLimits(config, log);
    const load = createLoad(config.SPACE_MAX_IN_FLIGHT);
    // Known when the console listens.
    const console = { url: '' };
    const consoleUrl = (): string => console.url;
    const oidc = providerSettings(config);
    const parts = {
      networks,
      load,
      late: createLateRefusals(),
      authenticator: createAuthenticator(ports, networks),
      activity: createActivityLog(database, log, ports.bus),
      toolUses: createToolUses(database, clock, log),
      quotas: createStorageQuotas(database, clock, log, config, ports.bus),
      passwords: createPasswords(),
      signInLimits: createSignInLimits(config),
      live: createLiveStreams(ports.bus),
      sessions: createSessionStore(database, ports.bus, log),
      passkeys: createPasskeys(ports, consoleUrl),
      provider: oidc && createIdentityProvider(oidc, log),
      console,
    };
    const agentRemoval = agentRemovalTask(ports);
    const spaceRemoval = spaceRemovalTask(ports);
    return {
      serves: [
        serving(settings, settingsHandlers(ports, parts.quotas, { agentRemoval: agentRemoval.notify, spaceRemoval: spaceRemoval.notify })),
        serving(members, memberHandlers(ports, consoleUrl)),
        serving(person, personHandlers(ports, parts.passwords, parts.signInLimits)),
        serving(passkeys, passkeyHandlers(ports, parts.passkeys, parts.signInLimits)),
        serving(identities, identityHandlers(ports, oidc)),
        serving(peopleDirectory, peopleDirectoryHandlers(ports, consoleUrl)),
        serving(look, lookHandlers(ports)),
        serving(lookAssetUses, lookUseHandlers(ports)),
        serving(search, searchHandlers(ports)),
        serving(me, meHandlers(database, parts.quotas)),
        serving(storage, storageHandlers(parts.quotas)),
        serving(storageDirectory, storageDirectoryHandlers(parts.quotas)),
        serving(keyDirectory, keyDirectoryHandlers(ports)),
        serving(memberIds, {
          find: async ({ input, caller }) => ({ ids: await findExistingIds(database, 'gateway', ['member'], caller.space_id, input.ids) }),
        }),
        serving(agentDirectory, agentDirectoryHandlers(ports)),
        serving(spaceDirectory, spaceDirectoryHandlers(ports)),
        serving(activity, activityHandlers(ports)),
        serving(activityLog, activityLogHandlers(parts.activity)),
      ],
      tasks: [
        agentRemoval,
        spaceRemoval,
        activityRetention(database, clock, log),
        approvalRetention(database, clock, log),
        flushTask('activity-log', ACTIVITY_FLUSH_MS, parts.activity),
        flushTask('key-usage', USAGE_FLUSH_MS, parts.authenticator.keys),
        flushTask('session-usage', USAGE_FLUSH_MS, parts.sessions),
        flushTask('tool-uses', USAGE_FLUSH_MS, parts.toolUses),
        load,
        flushTask('storage-growth', STORAGE_FLUSH_MS, parts.quotas),
        measurementTask(ports),
        oauthRetention(database, clock, log),
        peopleRetention(database, clock, log),
        challengeRetention(database, clock, log),
        serverTask(ports, parts),
      ],
      checks: { load: () => !load.isOverloaded() || 'too many requests are in progress' },
    };
  },
};
