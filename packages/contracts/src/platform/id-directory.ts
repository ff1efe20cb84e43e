import { z } from 'zod';
import { contract, operation } from '../core/operation.ts';

/** Ids that one question may contain: more than the filters of the largest body name. */
const ids = z.array(z.string().max(64)).max(100_000);

/** Declares the contract by which a service says which ids of its things a Space has. */
const idDirectoryOf = <const Name extends string>(name: Name, service: string) =>
  contract({
    name,
    service,
    tag: 'Ids of a service',
    description: 'Answers other services which ids exist, over the bus only.',
    operations: {
      find: operation({
        summary: 'Find the ids that exist in this Space',
        audience: 'internal',
        input: z.strictObject({ ids }),
        output: z.object({ ids: z.array(z.string()).describe('Those of the given ids that exist') }),
      }),
    },
  });

/** Finds tags and audiences. */
export const contactIds = idDirectoryOf('contact_ids', 'contacts');
/** Finds tables. */
export const tableIds = idDirectoryOf('table_ids', 'tables');
/** Finds sites, pages, blog collections and posts, planners, social posts and their accounts. */
export const publishingIds = idDirectoryOf('publishing_ids', 'publishing');
/** Finds secrets. */
export const integrationIds = idDirectoryOf('integration_ids', 'integrations');
/** Finds products and connections of payment providers. */
export const commerceIds = idDirectoryOf('commerce_ids', 'commerce');
/** Finds projects. */
export const workIds = idDirectoryOf('work_ids', 'work');
/** Finds tasks. */
export const workRecordIds = idDirectoryOf('work_record_ids', 'work');
/** Finds automations. */
export const eventIds = idDirectoryOf('event_ids', 'events');
/** Finds folders, documents and whiteboards. */
export const libraryIds = idDirectoryOf('library_ids', 'library');
/** Finds members. */
export const memberIds = idDirectoryOf('member_ids', 'gateway');
/** Finds forms and booking pages. */
export const schedulingIds = idDirectoryOf('scheduling_ids', 'scheduling');
/** Finds bookings and form submissions. */
export const schedulingRecordIds = idDirectoryOf('scheduling_record_ids', 'scheduling');
