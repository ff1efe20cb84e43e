import { type Command, required, spaceOf } from './command.ts';

const integrationId = (id: string | undefined): string => required(id, 'The id of the connection (integrations list shows the ids)');

/** The commands that connect payment providers. Secrets come from the environment, never from an argument. */
export const paymentCommands: Readonly<Record<string, Command>> = {
  'integrations connect': {
    usage:
      'integrations connect --provider stripe|paddle|signed [--name <text>] [--mode live|test] [--test-automations yes] [--space spc_…]',
    summary: 'Connect a payment provider; its key is read from PROVIDER_SECRET, the secret of its webhooks from WEBHOOK_SECRET',
    example: 'integrations connect --provider signed --name Shop',
    most_words: 0,
    run: ({ payment_settings }, options) =>
      payment_settings.connect({
        space_id: spaceOf(options),
        provider: required(options.provider, '--provider stripe, paddle or signed') as 'stripe',
        ...(options.name ? { name: options.name } : {}),
        ...(options.mode ? { mode: options.mode as 'live' } : {}),
        ...(options.provider_secret ? { secret: options.provider_secret } : {}),
        ...(options.webhook_secret ? { webhook_secret: options.webhook_secret } : {}),
        ...(options['test-automations'] === 'yes' ? { test_starts_automations: true } : {}),
      }),
  },
  'integrations list': {
    usage: 'integrations list [--space spc_…]',
    summary: 'List the connections to payment providers, without their secrets',
    example: 'integrations list',
    columns: ['id', 'provider', 'name', 'mode', 'status', 'webhook_url'],
    run: ({ payment_settings }, options) => payment_settings.list({ space_id: spaceOf(options), limit: 200 }),
  },
  'integrations check': {
    usage: 'integrations check <int_…> [--space spc_…]',
    summary: 'Ask a payment provider whether its key works, with a read that changes nothing',
    example: 'integrations check int_01jd0000000000000000000000',
    most_words: 1,
    run: ({ payment_settings }, options, [id]) => payment_settings.check({ space_id: spaceOf(options), id: integrationId(id) }),
  },
  'integrations rotate': {
    usage: 'integrations rotate <int_…> [--space spc_…]',
    summary: 'Replace the secrets of a connection by PROVIDER_SECRET and WEBHOOK_SECRET; signed makes a new one and shows it once',
    example: 'integrations rotate int_01jd0000000000000000000000',
    most_words: 1,
    run: ({ payment_settings }, options, [id]) =>
      payment_settings.rotate_secret({
        space_id: spaceOf(options),
        id: integrationId(id),
        ...(options.provider_secret ? { secret: options.provider_secret } : {}),
        ...(options.webhook_secret ? { webhook_secret: options.webhook_secret } : {}),
      }),
  },
  'integrations sync': {
    usage: 'integrations sync <int_…> --from <2026-01-01T00:00:00Z> [--space spc_…]',
    summary: 'Read the money facts of a payment provider again since a time',
    example: 'integrations sync int_01jd0000000000000000000000 --from 2026-01-01T00:00:00Z',
    most_words: 1,
    run: ({ payment_settings }, options, [id]) =>
      payment_settings.sync({
        space_id: spaceOf(options),
        id: integrationId(id),
        starting_at: required(options.from, '--from 2026-01-01T00:00:00Z'),
      }),
  },
  'integrations disconnect': {
    usage: 'integrations disconnect <int_…> [--space spc_…]',
    summary: 'Disconnect a payment provider; its secrets are deleted, its orders stay',
    example: 'integrations disconnect int_01jd0000000000000000000000',
    most_words: 1,
    run: ({ payment_settings }, options, [id]) => payment_settings.disconnect({ space_id: spaceOf(options), id: integrationId(id) }),
  },
};
