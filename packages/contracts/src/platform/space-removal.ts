import { z } from 'zod';
import { contract, operation } from '../core/operation.ts';

/** Declares the contract by which a service pauses what it does by itself for a Space that is being deleted. */
const closingOf = <const Name extends string>(name: Name, service: string) =>
  contract({
    name,
    service,
    tag: 'Closing of a Space',
    description: 'Pauses the work of a Space while its deletion can be taken back.',
    operations: {
      set_closed: operation({
        summary: 'Pause or continue what this service does by itself for this Space',
        audience: 'internal',
        input: z.strictObject({ closed: z.boolean() }),
        output: z.object({ closed: z.boolean() }),
      }),
    },
  });

/** Pauses deliveries and runs of automations. */
export const eventClosing = closingOf('event_closing', 'events');
/** Takes published documents out of sitemaps. */
export const libraryClosing = closingOf('library_closing', 'library');
/** Pauses publications on social networks. */
export const publishingClosing = closingOf('publishing_closing', 'publishing');

/** Declares the contract by which a service deletes what it has of a Space. */
const removalOf = <const Name extends string>(name: Name, service: string) =>
  contract({
    name,
    service,
    tag: 'Removal of a Space',
    description: 'Deletes what a service stores of a Space.',
    operations: {
      remove: operation({
        summary: 'Delete a part of what this service stores of this Space',
        description: 'Called until nothing is left. A further call deletes nothing.',
        audience: 'internal',
        input: z.strictObject({}),
        output: z.object({ deleted: z.int().describe('The rows that this call deleted'), is_done: z.boolean() }),
        deadline_ms: 30_000,
      }),
    },
  });

/** Deletes contacts, tags and audiences. */
export const contactRemoval = removalOf('contact_removal', 'contacts');
/** Deletes tables with their rows. */
export const tableRemoval = removalOf('table_removal', 'tables');
/** Deletes sites, pages, blogs and social posts. */
export const publishingRemoval = removalOf('publishing_removal', 'publishing');
/** Deletes forms, submissions, files, bookings and the calendar. */
export const schedulingRemoval = removalOf('scheduling_removal', 'scheduling');
/** Deletes events, listeners, deliveries, automations and chats. */
export const eventRemoval = removalOf('event_removal', 'events');
/** Deletes projects and tasks. */
export const workRemoval = removalOf('work_removal', 'work');
/** Deletes folders and assets, with their bytes in the object store. */
export const libraryRemoval = removalOf('library_removal', 'library');
/** Deletes secrets and connections. */
export const integrationRemoval = removalOf('integration_removal', 'integrations');
/** Deletes orders, the ledger and connections of payment providers. */
export const commerceRemoval = removalOf('commerce_removal', 'commerce');
