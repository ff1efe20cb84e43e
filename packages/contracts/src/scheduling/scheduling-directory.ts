import { z } from 'zod';
import { contract, operation } from '../core/operation.ts';
import { formStatuses } from './form.ts';

/** A form or a booking page that another part of a Space points to. A booking page is never `archived`. */
export const SchedulingResource = z.object({ id: z.string(), name: z.string(), status: z.enum(formStatuses) });

/** Operations that other services call about forms and booking pages, over the bus only. */
export const schedulingDirectory = contract({
  name: 'scheduling_directory',
  service: 'scheduling',
  tag: 'Scheduling directory',
  description: 'The forms and booking pages of a Space.',
  operations: {
    resolve: operation({
      summary: 'Look up forms and booking pages by id',
      description: 'Answers those that are in this Space, and says nothing of the others.',
      audience: 'internal',
      input: z.strictObject({
        form_ids: z.array(z.string().max(64)).max(1_000).default([]),
        booking_page_ids: z.array(z.string().max(64)).max(1_000).default([]),
      }),
      output: z.object({ forms: z.array(SchedulingResource), booking_pages: z.array(SchedulingResource) }),
    }),
  },
});
