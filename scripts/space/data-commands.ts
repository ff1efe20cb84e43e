import type { Scope } from '@space/contracts/core';
import { type Command, countOf, type Options, required, spaceOf, type Terminal, UsageError } from './command.ts';
import { readOwnFeed } from './own-feed.ts';
import { withSpaceKey } from './space-key.ts';

type Operator = Parameters<Command['run']>[0];

const NORMAL_COUNT = 20;
const LARGEST_PAGE = 200;
/** Characters of the data of an event that `events tail` prints for people. */
const SHOWN_CHARACTERS = 160;

const countIn = ({ limit }: Options): number => countOf(limit, '--limit', NORMAL_COUNT, LARGEST_PAGE);
const accessTo = (operator: Operator, options: Options, { connection }: Terminal, ...scopes: Scope[]) => ({
  operator,
  connection,
  space: spaceOf(options),
  scopes,
});

const statuses = ['pending', 'succeeded', 'retrying', 'dead', 'skipped'] as const;

function statusOf({ status }: Options): (typeof statuses)[number] | undefined {
  const found = statuses.find((one) => one === status);
  if (status !== undefined && !found) throw new UsageError(`--status must be one of ${statuses.join(', ')}.`);
  return found;
}

const webhookId = ([id]: readonly string[]): string => required(id, 'The id of the webhook (webhooks list shows the ids)');

/** The commands that read the data of a Space and repair its deliveries. */
export const dataCommands: Readonly<Record<string, Command>> = {
  'tables list': {
    usage: 'tables list [--limit 20] [--space spc_…]',
    summary: 'List the tables of a Space, oldest first',
    example: 'tables list',
    columns: ['id', 'name', 'slug', 'updated_at'],
    async run(operator, options, _words, terminal) {
      const limit = countIn(options);
      return withSpaceKey(accessTo(operator, options, terminal, 'tables:read'), ({ tables }) => tables.list({ limit }));
    },
  },
  'rows list': {
    usage: 'rows list <tbl_…> [--search <text>] [--limit 20] [--space spc_…]',
    summary: 'List rows of a table, oldest first',
    example: 'rows list tbl_01jd0000000000000000000000 --search engine',
    most_words: 1,
    columns: 'fitting',
    async run(operator, options, [id], terminal) {
      const limit = countIn(options);
      const table_id = required(id, 'The id of the table (tables list shows the ids)');
      const page = await withSpaceKey(accessTo(operator, options, terminal, 'tables:read'), ({ rows }) =>
        rows.list({ table_id, limit, ...(options.search ? { search: options.search } : {}) }),
      );
      return terminal.json ? page : { ...page, data: page.data.map((row) => ({ id: row.id, ...row.data })) };
    },
  },
  'webhooks list': {
    usage: 'webhooks list [--space spc_…]',
    summary: 'List the webhooks of a Space',
    example: 'webhooks list',
    columns: ['id', 'name', 'enabled', 'url', 'disabled_reason'],
    run: (operator, options, _words, terminal) =>
      withSpaceKey(accessTo(operator, options, terminal, 'automations:read'), ({ event_subscriptions }) =>
        event_subscriptions.list({ kind: 'webhook', limit: LARGEST_PAGE }),
      ),
  },
  'deliveries list': {
    usage: `deliveries list <lis_…> [--status ${statuses.join('|')}] [--limit 20] [--space spc_…]`,
    summary: 'List the deliveries of a webhook, newest first',
    example: 'deliveries list lis_01jd0000000000000000000000 --status dead',
    most_words: 1,
    columns: ['delivery_id', 'status', 'event_type', 'event_id', 'attempts', 'response_code', 'error', 'created_at'],
    async run(operator, options, words, terminal) {
      const id = webhookId(words);
      const status = statusOf(options);
      const limit = countIn(options);
      const page = await withSpaceKey(accessTo(operator, options, terminal, 'automations:read'), ({ deliveries }) =>
        deliveries.list({ id, limit, ...(status ? { status } : {}) }),
      );
      if (terminal.json) return page;
      const data = page.data.map(({ attempts, ...delivery }) => {
        const { response_code = null, error = null } = attempts.at(-1) ?? {};
        return { ...delivery, attempts: attempts.length, response_code, error };
      });
      return { ...page, data };
    },
  },
  'deliveries resend': {
    usage: 'deliveries resend <lis_…> <delivery_id> [--space spc_…]',
    summary: 'Send one delivery again',
    example: 'deliveries resend lis_01jd0000000000000000000000 42',
    most_words: 2,
    run(operator, options, words, terminal) {
      const id = webhookId(words);
      const delivery_id = Number(required(words[1], 'The id of the delivery (deliveries list shows the ids)'));
      if (!Number.isSafeInteger(delivery_id)) throw new UsageError('The id of a delivery is a whole number.');
      return withSpaceKey(accessTo(operator, options, terminal, 'automations:write'), ({ deliveries }) =>
        deliveries.resend({ id, delivery_id }),
      );
    },
  },
  'events tail': {
    usage: 'events tail [--types contact_created,form_submission] [--count <number>] [--space spc_…]',
    summary: 'Print each event of a Space as it occurs, until Ctrl-C or after a number of events',
    example: 'events tail --types contact_created --count 10',
    async run(operator, options, _words, { connection: { base_url }, untilEnded, json, print }) {
      const last = options.count === undefined ? Number.POSITIVE_INFINITY : countOf(options.count, '--count', 1, Number.MAX_SAFE_INTEGER);
      const say = (text: string) => print(json ? JSON.stringify({ message: text }) : text);
      const event_types = options.types?.split(',') ?? ['*'];
      await readOwnFeed({
        operator,
        base_url,
        space: spaceOf(options),
        event_types,
        stop: untilEnded(),
        say,
        onOpen: () => say(`Waiting for ${event_types.join(', ')} of ${spaceOf(options)}; Ctrl-C ends it and deletes its feed.`),
        async onEvent(event, count) {
          const { id, type, occurred_at, data } = event;
          const text = JSON.stringify(data);
          const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
          print(json ? JSON.stringify(event) : `${occurred_at}  ${type.padEnd(28)} ${id}  ${shown}`);
          return count < last;
        },
      });
    },
  },
};
