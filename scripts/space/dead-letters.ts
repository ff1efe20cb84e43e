import { UsageError } from './command.ts';

/** One command that works on the database, because the API does not show the events of other Spaces. */
interface DatabaseCommand {
  readonly usage: string;
  readonly summary: string;
  readonly example: string;
  /** The columns of a list for people. */
  readonly columns?: readonly string[];
  /** The most words after the name; default 0. */
  readonly most_words?: number;
  /** Returns the result to print. */
  run(options: { readonly service?: string; readonly all?: boolean }, ids: readonly string[]): Promise<unknown>;
}

/** The commands for events that a consumer group did not process, by name. */
export const deadLetterCommands: Readonly<Record<string, DatabaseCommand>> = {
  'dead-letters list': {
    usage: 'dead-letters list [--service <name>]',
    summary: 'List dead letters, and events that an overdue consumer group missed',
    example: 'dead-letters list --service delivery',
    columns: ['id', 'group', 'event_type', 'event_id', 'space_id', 'at', 'reason'],
    run: async ({ service }) => (await import('./dead-letter-database.ts')).listDeadLetters(service),
  },
  'dead-letters redeliver': {
    usage: 'dead-letters redeliver <id…> | --all [--service <name>]',
    summary: 'Deliver them again, only to the consumer group that did not process them',
    example: 'dead-letters redeliver --all',
    most_words: Number.POSITIVE_INFINITY,
    async run({ service, all = false }, ids) {
      if (all === ids.length > 0) throw new UsageError('Either ids or --all is required (dead-letters list shows the ids).');
      const { redeliverDeadLetters } = await import('./dead-letter-database.ts');
      return redeliverDeadLetters(service, all ? undefined : ids);
    },
  },
};
