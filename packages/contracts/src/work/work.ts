import { contract } from '../core/operation.ts';

/** The operations of the service work. */
export const work = contract({
  name: 'work',
  service: 'work',
  tag: 'Work',
  description: 'Operations of work.',
  operations: {},
});
