import type { Client } from '@space/client';
import { ConfigError } from '@space/runtime';

/** The options a command was given, as text. */
type Options = Readonly<Record<string, string | undefined>>;

/** One command of the operator: what it is called, what it needs, and the operation it calls. */
export interface Command {
  readonly usage: string;
  readonly summary: string;
  run(client: Client, options: Options, words: readonly string[]): Promise<unknown>;
}

const needed = (value: string | undefined, what: string): string => {
  if (!value) throw new ConfigError(`Say ${what}.`);
  return value;
};

const spaceOf = ({ space }: Options): string => needed(space, 'which Space with --space spc_… (spaces list shows them)');

/** Every command, by its two words. */
export const commands: Readonly<Record<string, Command>> = {
  'spaces create': {
    usage: 'spaces create --name <name>',
    summary: 'Make a Space',
    run: ({ settings }, { name }) => settings.create_space({ name: needed(name, 'its name with --name') }),
  },
  'spaces list': {
    usage: 'spaces list',
    summary: 'Show every Space',
    run: ({ settings }) => settings.list_spaces({ limit: 200 }),
  },
  'keys create': {
    usage:
      'keys create --scopes <a:read,b:write> [--name <name>] [--space spc_…] [--agent agt_…] [--expires <ISO time>] [--mode every|everyday]',
    summary: 'Make a key; it is shown once',
    run: ({ settings }, options) =>
      settings.create_key({
        space_id: spaceOf(options),
        scopes: needed(options.scopes, 'what the key may do with --scopes contacts:read,contacts:write').split(',') as never,
        ...(options.name ? { name: options.name } : {}),
        ...(options.agent ? { agent_id: options.agent } : {}),
        ...(options.expires ? { expires_at: options.expires } : {}),
        ...(options.mode ? { catalog_mode: options.mode as 'every' } : {}),
      }),
  },
  'keys list': {
    usage: 'keys list [--space spc_…]',
    summary: 'Show the keys of a Space, never the keys themselves',
    run: ({ settings }, options) => settings.list_keys({ space_id: spaceOf(options), limit: 200 }),
  },
  'keys revoke': {
    usage: 'keys revoke <key_…>',
    summary: 'Revoke a key at once',
    run: ({ settings }, _options, [id]) => settings.revoke_key({ id: needed(id, 'which key: keys revoke key_… (keys list shows them)') }),
  },
  'agents create': {
    usage: 'agents create --name <name> [--space spc_…]',
    summary: 'Make an agent; give it a key with keys create --agent',
    run: ({ settings }, options) =>
      settings.create_agent({ space_id: spaceOf(options), name: needed(options.name, 'its name with --name') }),
  },
  'agents list': {
    usage: 'agents list [--space spc_…]',
    summary: 'Show the agents of a Space',
    run: ({ settings }, options) => settings.list_agents({ space_id: spaceOf(options), limit: 200 }),
  },
  'social connect': {
    usage: 'social connect --platform mastodon|bluesky [--server <https://…>] [--identifier <handle>] [--space spc_…]',
    summary: 'Connect an account of a social network; its token or app password is read from SOCIAL_SECRET',
    run: ({ social_settings }, options) =>
      social_settings.connect_account({
        space_id: spaceOf(options),
        platform: needed(options.platform, 'which network with --platform mastodon or bluesky') as 'mastodon',
        secret: needed(options.secret, 'the token or app password in SOCIAL_SECRET, so that no list of processes shows it'),
        ...(options.server ? { server: options.server } : {}),
        ...(options.identifier ? { identifier: options.identifier } : {}),
      }),
  },
  'social list': {
    usage: 'social list [--space spc_…]',
    summary: 'Show the connected accounts of a Space',
    run: ({ social_settings }, options) => social_settings.list_accounts({ space_id: spaceOf(options), limit: 200 }),
  },
  'social disconnect': {
    usage: 'social disconnect <sac_…> [--space spc_…]',
    summary: 'Disconnect an account; its secret is deleted',
    run: ({ social_settings }, options, [id]) =>
      social_settings.disconnect_account({
        space_id: spaceOf(options),
        id: needed(id, 'which account: social disconnect sac_… (social list shows them)'),
      }),
  },
};
