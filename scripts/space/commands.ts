import { canUseFields } from '@space/contracts/core';
import { type Command, required, spaceOf } from './command.ts';
import { dataCommands } from './data-commands.ts';
import { formatLine, listen } from './listen.ts';
import { localCommands } from './local-commands.ts';
import { paymentCommands } from './payment-commands.ts';
import { peopleCommands } from './people-commands.ts';

/** Every command, by name. */
export const commands: Readonly<Record<string, Command>> = {
  ...localCommands,
  ...dataCommands,
  ...paymentCommands,
  ...peopleCommands,
  'spaces create': {
    usage: 'spaces create --name <name>',
    summary: 'Create a Space',
    example: 'spaces create --name Acme',
    run: ({ settings }, { name }) => settings.create_space({ name: required(name, '--name') }),
  },
  'spaces list': {
    usage: 'spaces list',
    summary: 'List all Spaces',
    example: 'spaces list',
    columns: ['id', 'name', 'created_at'],
    run: ({ settings }) => settings.list_spaces({ limit: 200 }),
  },
  'keys create': {
    usage:
      'keys create --scopes <a:read,b:write> [--name <name>] [--space spc_…] [--agent agt_…] [--expires <ISO time>] [--mode every|everyday] [--approval none|destructive|writes]',
    summary: 'Create a key; it is shown once',
    example: "keys create --scopes contacts:read,contacts:write --name 'CRM sync'",
    run: ({ settings }, options) =>
      settings.create_key({
        space_id: spaceOf(options),
        scopes: required(options.scopes, '--scopes contacts:read,contacts:write').split(',') as never,
        ...(options.name ? { name: options.name } : {}),
        ...(options.agent ? { agent_id: options.agent } : {}),
        ...(options.expires ? { expires_at: options.expires } : {}),
        ...(options.mode ? { catalog_mode: options.mode as 'every' } : {}),
        ...(options.approval ? { approval: options.approval as 'none' } : {}),
      }),
  },
  'keys list': {
    usage: 'keys list [--space spc_…]',
    summary: 'List the keys of a Space, without their secret text',
    example: 'keys list',
    columns: ['id', 'name', 'scopes', 'expires_at', 'revoked_at', 'last_used_at'],
    run: ({ settings }, options) => settings.list_keys({ space_id: spaceOf(options), limit: 200 }),
  },
  'keys revoke': {
    usage: 'keys revoke <key_…>',
    summary: 'Revoke a key immediately',
    example: 'keys revoke key_01jd0000000000000000000000',
    most_words: 1,
    run: ({ settings }, _options, [id]) => settings.revoke_key({ id: required(id, 'The id of the key (keys list shows the ids)') }),
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
        key_id: required(id, 'The id of the key (keys list shows the ids)'),
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
  'agents can-use': {
    usage: `agents can-use <agt_…> ${Object.keys(canUseFields)
      .map((kind) => `[--${kind} '*'|<id>,<id>]`)
      .join(' ')}`,
    summary: 'Set the resources that an agent can use and receives events about; without options, show them',
    example: "agents can-use agt_01jd0000000000000000000000 --tables '*'",
    most_words: 1,
    run: ({ agents }, options, [id]) => {
      const agent_id = required(id, 'The id of the agent (agents list shows the ids)');
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
    run: ({ agents }, _options, [id]) =>
      agents.read_chat({ agent_id: required(id, 'The id of the agent (agents list shows the ids)'), limit: 50 }),
  },
  'social connect': {
    usage: 'social connect --platform mastodon|bluesky [--server <https://…>] [--identifier <handle>] [--space spc_…]',
    summary: 'Connect an account of a social network; its token or app password is read from SOCIAL_SECRET',
    example: 'social connect --platform mastodon --server https://mastodon.social',
    run: ({ social_settings }, options) =>
      social_settings.connect_account({
        space_id: spaceOf(options),
        platform: required(options.platform, '--platform mastodon or bluesky') as 'mastodon',
        secret: required(options.secret, 'The variable SOCIAL_SECRET with the token or app password of the account'),
        ...(options.server ? { server: options.server } : {}),
        ...(options.identifier ? { identifier: options.identifier } : {}),
      }),
  },
  'social list': {
    usage: 'social list [--space spc_…]',
    summary: 'List the connected accounts of a Space',
    example: 'social list',
    columns: ['id', 'platform', 'handle', 'display_name', 'status', 'last_published_at'],
    run: ({ social_settings }, options) => social_settings.list_accounts({ space_id: spaceOf(options), limit: 200 }),
  },
  'social disconnect': {
    usage: 'social disconnect <sac_…> [--space spc_…]',
    summary: 'Disconnect an account; its secret is deleted',
    example: 'social disconnect sac_01jd0000000000000000000000',
    most_words: 1,
    run: ({ social_settings }, options, [id]) =>
      social_settings.disconnect_account({
        space_id: spaceOf(options),
        id: required(id, 'The id of the account (social list shows the ids)'),
      }),
  },
  'secrets set': {
    usage:
      "secrets set <NAME> --hosts <api.example.com,*.example.org> [--description <text>] [--agents '*'|<agt_…>,<agt_…>] [--space spc_…]",
    summary: 'Set a secret, with the hosts that it may be sent to; its value is read from SECRET_VALUE',
    example: 'secrets set CRM_TOKEN --hosts api.crm.example',
    most_words: 1,
    run: ({ secret_settings }, options, [name]) =>
      secret_settings.set_secret({
        space_id: spaceOf(options),
        name: required(name, 'The name of the secret, such as CRM_TOKEN,'),
        value: required(options.value, 'The variable SECRET_VALUE with the value of the secret'),
        hosts: required(options.hosts, '--hosts api.example.com').split(','),
        ...(options.description ? { description: options.description } : {}),
        ...(options.agents ? { agents: options.agents === '*' ? ('*' as const) : options.agents.split(',') } : {}),
      }),
  },
  'secrets list': {
    usage: 'secrets list [--space spc_…]',
    summary: 'List the secrets of a Space, without their values',
    example: 'secrets list',
    columns: ['name', 'hosts', 'version', 'last_used_at', 'description'],
    run: ({ secret_settings }, options) => secret_settings.list_secrets({ space_id: spaceOf(options), limit: 200 }),
  },
  'secrets delete': {
    usage: 'secrets delete <NAME> [--space spc_…]',
    summary: 'Delete a secret; requests that name it are refused from then on',
    example: 'secrets delete CRM_TOKEN',
    most_words: 1,
    run: ({ secret_settings }, options, [name]) =>
      secret_settings.delete_secret({
        space_id: spaceOf(options),
        name: required(name, 'The name of the secret (secrets list shows the names)'),
      }),
  },
  listen: {
    usage: 'listen --forward-to <http://localhost:3000/hook> [--types contact_created,form_submission] [--space spc_…]',
    summary: 'Forward events to a receiver on this machine, signed like a webhook, until Ctrl-C',
    example: 'listen --forward-to http://localhost:3000/hook --types contact_created',
    run: (operator, options, _words, { connection: { base_url }, untilEnded, json, print }) =>
      listen({
        operator,
        base_url,
        space: spaceOf(options),
        forward_to: required(options['forward-to'], '--forward-to http://localhost:3000/hook'),
        event_types: options.types?.split(',') ?? ['*'],
        stop: untilEnded(),
        say: (text) => print(json ? JSON.stringify({ message: text }) : text),
        onForward: (one) => print(json ? JSON.stringify(one) : formatLine(one)),
      }),
  },
};
