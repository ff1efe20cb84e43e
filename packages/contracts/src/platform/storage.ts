import { z } from 'zod';
import { timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';

const amount = z.int().min(0);

/** The stored bytes, rows and files of a Space or of a part of it. */
export const StorageAmounts = z.object({
  bytes: amount,
  rows: amount.describe('Stored rows of all kinds: contacts, rows of tables, posts, submissions, their versions and so on'),
  files: amount.describe('Files of forms'),
});

/** The stored bytes, rows and files of a Space or of a part of it. */
export type StorageAmounts = z.infer<typeof StorageAmounts>;

const quota = z.object({
  used: amount.describe('The last measurement, and at most what calls have added since'),
  limit: amount.nullable().describe('A call that would store more is a 409 limit_reached; null for no limit'),
});

/** The storage that a Space uses and may use. */
export const StorageUsage = z
  .object({
    measured_at: timestamp.nullable().describe('The time of the last measurement; null before the first'),
    bytes: quota,
    rows: quota,
    files: quota,
  })
  .meta({ id: 'StorageUsage' });

/** The storage of a Space, for its keys. */
export const storage = contract({
  name: 'storage',
  service: 'gateway',
  tag: 'Storage',
  description: 'The stored bytes, rows and files of a Space, with their limits.',
  operations: {
    get_usage: operation({
      summary: 'Read the storage that the Space uses and may use',
      description:
        'Storage is measured in the background, some seconds after a change. A Space at a limit cannot add or change anything; reading and deleting always work. Deleted storage is free after the next measurement.',
      scope: 'agents:read',
      route: { method: 'GET', path: '/usage', status: 200 },
      tools: [{ name: 'get_storage_usage', family: 'activity', action: 'storage' }],
      input: z.strictObject({}),
      output: StorageUsage,
    }),
  },
});

const reservation = z.strictObject({ bytes: amount, rows: amount.default(1), files: amount.default(0) });

/** Answers other services about the storage of Spaces, over the bus only. */
export const storageDirectory = contract({
  name: 'storage_directory',
  service: 'gateway',
  tag: 'Storage directory',
  description: 'Reservation of storage for changes that do not come through the gateway with a key.',
  operations: {
    reserve: operation({
      summary: 'Reserve room for a change of this Space',
      audience: 'internal',
      input: reservation,
      output: z.object({ refusal: z.string().nullable().describe('The reason why there is no room; null when there is') }),
    }),
    release: operation({
      summary: 'Release the room of a change that stored nothing',
      audience: 'internal',
      input: reservation,
      output: z.object({ released: z.literal(true) }),
    }),
  },
});

/** Declares the contract by which a service measures its part of a Space. */
const storageOf = <const Name extends string>(name: Name, service: string) =>
  contract({
    name,
    service,
    tag: 'Storage of a service',
    description: 'Measures what a Space stores in this service.',
    operations: {
      measure: operation({
        summary: 'Measure the storage of this Space',
        audience: 'internal',
        input: z.strictObject({}),
        output: StorageAmounts,
        deadline_ms: 30_000,
      }),
    },
  });

/** Measures the contacts, tags and audiences of a Space. */
export const contactStorage = storageOf('contact_storage', 'contacts');
/** Measures the tables of a Space, with their rows and history. */
export const tableStorage = storageOf('table_storage', 'tables');
/** Measures the sites, pages, posts and social posts of a Space. */
export const publishingStorage = storageOf('publishing_storage', 'publishing');
/** Measures the forms, submissions, files, bookings and the calendar of a Space. */
export const schedulingStorage = storageOf('scheduling_storage', 'scheduling');
/** Measures the automations, listeners and chats of a Space, with the runs of its automations. */
export const eventStorage = storageOf('event_storage', 'events');
/** Measures the orders, the ledger and the connections of payment providers of a Space. */
export const commerceStorage = storageOf('commerce_storage', 'commerce');
/** Measures the secrets of a Space. */
export const integrationStorage = storageOf('integration_storage', 'integrations');
/** Measures the folders, assets and uploads of a Space, without the bytes in the object store. */
export const libraryStorage = storageOf('library_storage', 'library');
/** Measures the projects and tasks of a Space, with comments and history. */
export const workStorage = storageOf('work_storage', 'work');
