import { z } from 'zod';
import { id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { subscriptionDeleted, subscriptionUpdated } from './listeners.events.ts';

/** Ends the event subscriptions of agents that were deleted, over the bus only. */
export const agentRemoval = contract({
  name: 'agent_removal',
  service: 'events',
  tag: 'Agent removal',
  description: 'The event subscriptions of agents that were deleted.',
  operations: {
    end_listeners: operation({
      summary: 'End the event subscriptions of an agent of this Space that was deleted',
      description: 'Deletes its listeners and disables the webhooks and feeds that it created. A second call changes nothing.',
      audience: 'internal',
      input: z.strictObject({ agent_id: id('agent') }),
      output: z.object({ deleted: z.int(), disabled: z.int() }),
      emits: [subscriptionDeleted, subscriptionUpdated],
    }),
  },
});
