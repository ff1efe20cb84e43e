import type { Client } from '@space/client';
import { canUseFields } from '@space/contracts/core';
import { ConfigError } from '@space/runtime';
import { formatLine, listen } from './listen.ts';

/** The options of a command, as text. */
type Options = Readonly<Record<string, string | undefined>>;

/** Access of a long-running command to the terminal. */
interface Terminal {
  readonly base_url: string;
  /** Returns a signal that Ctrl-C aborts; from then on Ctrl-C does not end the process. */
  untilEnded(): AbortSignal;
  /** Print one JSON document per line, for programs. */
  readonly json: boolean;
  print(line: string): void;
}

/** One command of the operator: its usage, its summary, and the operation that it calls. */
export interface Command {
  readonly usage: string;
  readonly summary: string;
  /** Returns the result to print, or undefined if the command has printed everything itself. */
  run(client: Client, options: Options, words: readonly string[], terminal: Terminal): Promise<unknown>;
}

const needed = (value: string | undefined, what: string): string => {
  if (!value) throw new ConfigError(`Say ${what}.`);
  return value;
};

const spaceOf = ({ space }: Options): string => needed(space, 'which Space with --space spc_… (spaces list shows them)');

/** Every command, by name. */
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
    summary: 'Revoke a key immediately',
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
  'agents can-use': {
    usage: `agents can-use <agt_…> ${Object.keys(canUseFields)
      .map((kind) => `[--${kind} '*'|<id>,<id>]`)
      .join(' ')}`,
    summary: 'Set the resources that an agent can use and receives events about; without options, show them',
    run: ({ agents }, options, [id]) => {
      const agent_id = needed(id, 'which agent: agents can-use agt_… (agents list shows them)');
      const given = Object.keys(canUseFields).filter((kind) => options[kind] !== undefined);
      if (given.length === 0) return agents.get_can_use({ agent_id });
      const lists = given.map((kind) => [kind, options[kind] === '*' ? '*' : options[kind]!.split(',').filter(Boolean)]);
      return agents.set_can_use({ agent_id, ...Object.fromEntries(lists) });
    },
  },
  'agents chat': {
    usage: 'agents chat <agt_…>',
    summary: 'Show the newest lines of the chat of an agent',
    run: ({ agents }, _options, [id]) => agents.read_chat({ agent_id: needed(id, 'which agent: agents chat agt_…'), limit: 50 }),
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
  listen: {
    usage: 'listen --forward-to <http://localhost:3000/hook> [--types contact_created,form_submission] [--space spc_…]',
    summary: 'Send events on to a receiver on this machine, signed like a webhook, until Ctrl-C',
    run: (operator, options, _words, { base_url, untilEnded, json, print }) =>
      listen({
        operator,
        base_url,
        space: spaceOf(options),
        forward_to: needed(options['forward-to'], 'where to with --forward-to http://localhost:3000/hook'),
        event_types: options.types?.split(',') ?? ['*'],
        stop: untilEnded(),
        say: (text) => print(json ? JSON.stringify({ message: text }) : text),
        onForward: (one) => print(json ? JSON.stringify(one) : formatLine(one)),
      }),
  },
};
