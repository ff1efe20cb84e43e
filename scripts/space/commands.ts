import { type Command, required, spaceOf } from './command.ts';
import { dataCommands } from './data-commands.ts';
import { localCommands } from './local-commands.ts';
import { paymentCommands } from './payment-commands.ts';
import { peopleCommands } from './people-commands.ts';
import { settingsCommands } from './settings-commands.ts';

/** Every command, by name. */
export const commands: Readonly<Record<string, Command>> = {
  ...localCommands,
  ...dataCommands,
  ...paymentCommands,
  ...peopleCommands,
  ...settingsCommands,
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
    async run(operator, options, _words, { connection: { base_url }, untilEnded, json, print }) {
      const { formatLine, listen } = await import('./listen.ts');
      return listen({
        operator,
        base_url,
        space: spaceOf(options),
        forward_to: required(options['forward-to'], '--forward-to http://localhost:3000/hook'),
        event_types: options.types?.split(',') ?? ['*'],
        stop: untilEnded(),
        say: (text) => print(json ? JSON.stringify({ message: text }) : text),
        onForward: (one) => print(json ? JSON.stringify(one) : formatLine(one)),
      });
    },
  },
};
