import { canUseFields } from '@space/contracts/core';
import { type Command, type Options, required, spaceOf, UsageError } from './command.ts';

const KEY_ID = 'The id of the key (keys list shows the ids)';
const SPACE_ID = 'The id of the Space (spaces list shows the ids)';
const AGENT_ID = 'The id of the agent (agents list shows the ids)';

const scopesOf = (text: string) => text.split(',') as never;

/** Returns the fields of a key that options set; the API checks their values. */
const keyFields = ({ name, scopes, expires, mode, approval }: Options) => ({
  ...(name ? { name } : {}),
  ...(scopes ? { scopes: scopesOf(scopes) } : {}),
  ...(expires ? { expires_at: expires } : {}),
  ...(mode ? { catalog_mode: mode as 'every' } : {}),
  ...(approval ? { approval: approval as 'none' } : {}),
});

function grantsOf(text: string): 'keep' | 'revoke' {
  if (text === 'keep' || text === 'revoke') return text;
  throw new UsageError('--grants must be keep or revoke.');
}

/** The commands of Spaces, keys, grants and agents, by name. */
export const settingsCommands: Readonly<Record<string, Command>> = {
  'spaces create': {
    usage: 'spaces create --name <name> [--timezone <zone>]',
    summary: 'Create a Space',
    example: 'spaces create --name Acme',
    run: ({ settings }, { name, timezone }) => settings.create_space({ name: required(name, '--name'), timezone }),
  },
  'spaces list': {
    usage: 'spaces list',
    summary: 'List all Spaces',
    example: 'spaces list',
    columns: ['id', 'name', 'created_at', 'delete_at'],
    run: ({ settings }) => settings.list_spaces({ limit: 200 }),
  },
  'spaces rename': {
    usage: 'spaces rename --name <name> [--space spc_…]',
    summary: 'Rename a Space',
    example: "spaces rename --name 'Acme Ltd'",
    run: ({ settings }, options) => settings.update_space({ space_id: spaceOf(options), name: required(options.name, '--name') }),
  },
  'spaces timezone': {
    usage: 'spaces timezone <zone> [--space spc_…]',
    summary: 'Change the time zone of a Space',
    example: 'spaces timezone Europe/Berlin',
    most_words: 1,
    run: ({ settings }, options, [timezone]) =>
      settings.update_space({ space_id: spaceOf(options), timezone: required(timezone, 'A time zone such as Europe/Berlin') }),
  },
  'spaces delete': {
    usage: 'spaces delete <spc_…> --name <its name>',
    summary: 'Close a Space and delete all that it has in seven days; --name must be its name, so that no other one is deleted',
    example: 'spaces delete spc_01jd0000000000000000000000 --name Acme',
    most_words: 1,
    run: ({ settings }, { name }, [id]) =>
      settings.delete_space({ space_id: required(id, SPACE_ID), name: required(name, '--name with the name of the Space') }),
  },
  'spaces restore': {
    usage: 'spaces restore <spc_…>',
    summary: 'Open a Space again that is being deleted, with its keys; possible for seven days',
    example: 'spaces restore spc_01jd0000000000000000000000',
    most_words: 1,
    run: ({ settings }, _options, [id]) => settings.restore_space({ space_id: required(id, SPACE_ID) }),
  },
  'keys create': {
    usage:
      'keys create --scopes <a:read,b:write> [--name <name>] [--space spc_…] [--agent agt_…] [--expires <ISO time>] [--mode every|everyday] [--approval none|destructive|writes]',
    summary: 'Create a key; it is shown once',
    example: "keys create --scopes contacts:read,contacts:write --name 'CRM sync'",
    run: ({ settings }, options) =>
      settings.create_key({
        space_id: spaceOf(options),
        ...keyFields(options),
        scopes: scopesOf(required(options.scopes, '--scopes contacts:read,contacts:write')),
        ...(options.agent ? { agent_id: options.agent } : {}),
      }),
  },
  'keys list': {
    usage: 'keys list [--space spc_…]',
    summary: 'List the keys of a Space, without their secret text',
    example: 'keys list',
    columns: ['id', 'name', 'scopes', 'expires_at', 'revoked_at', 'last_used_at'],
    run: ({ settings }, options) => settings.list_keys({ space_id: spaceOf(options), limit: 200 }),
  },
  'keys get': {
    usage: 'keys get <key_…> [--space spc_…]',
    summary: 'Show a key, without its secret text',
    example: 'keys get key_01jd0000000000000000000000',
    most_words: 1,
    run: ({ settings }, options, [id]) => settings.get_key({ space_id: spaceOf(options), id: required(id, KEY_ID) }),
  },
  'keys update': {
    usage:
      'keys update <key_…> [--name <name>] [--scopes <a:read,b:write>] [--expires <ISO time>] [--mode every|everyday] [--approval none|destructive|writes] [--space spc_…]',
    summary: 'Rename a key, or narrow it: fewer scopes, an earlier expiry',
    example: 'keys update key_01jd0000000000000000000000 --scopes contacts:read',
    most_words: 1,
    run: ({ settings }, options, [id]) =>
      settings.update_key({ space_id: spaceOf(options), id: required(id, KEY_ID), ...keyFields(options) }),
  },
  'keys roll': {
    usage: 'keys roll <key_…> [--old-valid-hours <0 to 24>] [--grants keep|revoke] [--space spc_…]',
    summary: 'Replace the secret of a key; the new one is shown once',
    example: 'keys roll key_01jd0000000000000000000000 --old-valid-hours 1',
    most_words: 1,
    run: ({ settings }, options, [id]) =>
      settings.roll_key({
        space_id: spaceOf(options),
        id: required(id, KEY_ID),
        ...(options['old-valid-hours'] ? { old_valid_hours: Number(options['old-valid-hours']) } : {}),
        ...(options.grants ? { revoke_grants: grantsOf(options.grants) === 'revoke' } : {}),
      }),
  },
  'keys revoke': {
    usage: 'keys revoke <key_…>',
    summary: 'Revoke a key immediately',
    example: 'keys revoke key_01jd0000000000000000000000',
    most_words: 1,
    run: ({ settings }, _options, [id]) => settings.revoke_key({ id: required(id, KEY_ID) }),
  },
  'grants list': {
    usage: 'grants list <key_…> [--space spc_…]',
    summary: 'List the OAuth clients that act with a key',
    example: 'grants list key_01jd0000000000000000000000',
    most_words: 1,
    columns: ['id', 'client_name', 'scopes', 'refreshed_at', 'expires_at', 'revoked_at'],
    run: ({ settings }, options, [id]) =>
      settings.list_grants({
        space_id: spaceOf(options),
        key_id: required(id, KEY_ID),
        limit: 200,
      }),
  },
  'grants revoke': {
    usage: 'grants revoke <gra_…> [--space spc_…]',
    summary: 'End the access of one OAuth client immediately',
    example: 'grants revoke gra_01jd0000000000000000000000',
    most_words: 1,
    run: ({ settings }, options, [id]) =>
      settings.revoke_grant({ space_id: spaceOf(options), id: required(id, 'The id of the grant (grants list shows the ids)') }),
  },
  'agents create': {
    usage: 'agents create --name <name> [--space spc_…]',
    summary: 'Create an agent; keys create --agent creates its key',
    example: 'agents create --name Concierge',
    run: ({ settings }, options) => settings.create_agent({ space_id: spaceOf(options), name: required(options.name, '--name') }),
  },
  'agents list': {
    usage: 'agents list [--space spc_…]',
    summary: 'List the agents of a Space',
    example: 'agents list',
    columns: ['id', 'name', 'created_at'],
    run: ({ settings }, options) => settings.list_agents({ space_id: spaceOf(options), limit: 200 }),
  },
  'agents rename': {
    usage: 'agents rename <agt_…> --name <name> [--space spc_…]',
    summary: 'Rename an agent',
    example: 'agents rename agt_01jd0000000000000000000000 --name Concierge',
    most_words: 1,
    run: ({ settings }, options, [id]) =>
      settings.update_agent({ space_id: spaceOf(options), id: required(id, AGENT_ID), name: required(options.name, '--name') }),
  },
  'agents delete': {
    usage: 'agents delete <agt_…> [--space spc_…]',
    summary: 'Delete an agent: its keys are revoked, its listeners end, its chat stays for 90 days',
    example: 'agents delete agt_01jd0000000000000000000000',
    most_words: 1,
    run: ({ settings }, options, [id]) => settings.delete_agent({ space_id: spaceOf(options), id: required(id, AGENT_ID) }),
  },
  'agents can-use': {
    usage: `agents can-use <agt_…> ${Object.keys(canUseFields)
      .map((kind) => `[--${kind} '*'|<id>,<id>]`)
      .join(' ')}`,
    summary: 'Set the resources that an agent can use and receives events about; without options, show them',
    example: "agents can-use agt_01jd0000000000000000000000 --tables '*'",
    most_words: 1,
    run: ({ agents }, options, [id]) => {
      const agent_id = required(id, AGENT_ID);
      const given = Object.keys(canUseFields).filter((kind) => options[kind] !== undefined);
      if (given.length === 0) return agents.get_can_use({ agent_id });
      const lists = given.map((kind) => [kind, options[kind] === '*' ? '*' : options[kind]!.split(',').filter(Boolean)]);
      return agents.set_can_use({ agent_id, ...Object.fromEntries(lists) });
    },
  },
  'agents chat': {
    usage: 'agents chat <agt_…>',
    summary: 'Show the newest lines of the chat of an agent',
    example: 'agents chat agt_01jd0000000000000000000000',
    most_words: 1,
    run: ({ agents }, _options, [id]) => agents.read_chat({ agent_id: required(id, AGENT_ID), limit: 50 }),
  },
};
