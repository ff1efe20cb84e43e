import { z } from 'zod';
import { eventType } from './event.ts';
import { type ArgumentsOf, type InputOf, operation } from './operation.ts';

// tsc fails if a line after an expected error has no error.

const create = operation({
  summary: 'Create a thing',
  scope: 'contacts:write',
  input: z.strictObject({ name: z.string(), size: z.int().default(1) }),
  output: z.object({}),
});

export const sent: ArgumentsOf<typeof create> = { name: 'x' };
export const received: InputOf<typeof create> = { name: 'x', size: 1 };

// @ts-expect-error a handler may count on a default
export const withoutDefault: InputOf<typeof create> = { name: 'x' };
// @ts-expect-error a scope that no key can hold
operation({ ...create, scope: 'contact:write' });
// @ts-expect-error an example that does not fit the input
operation({ ...create, example: { size: 1 } });
// @ts-expect-error a refusal that is not in the table
operation({ ...create, problems: ['nope'] });
// @ts-expect-error a method that has no meaning here
operation({ ...create, route: { method: 'PUT', path: '/things', status: 200 } });

const thing = { group: 'things', label: 'Thing happened', data: z.object({ thing_id: z.string() }) };

eventType({ ...thing, type: 'thing_happened', sample: { thing_id: 'x' }, filters: ['thing_id'] });
// @ts-expect-error a filter that is no key of the data
eventType({ ...thing, type: 'thing_happened', sample: { thing_id: 'x' }, filters: ['colour'] });
// @ts-expect-error a sample that does not fit the data
eventType({ ...thing, type: 'thing_happened', sample: { thing_id: 5 }, filters: [] });
