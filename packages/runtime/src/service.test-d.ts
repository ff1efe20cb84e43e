import { Json } from '@space/bus';
import { contract, operation } from '@space/contracts/core';
import { z } from 'zod';
import { serving } from './service.ts';

// tsc fails if a line after an expected error has no error.

const things = contract({
  name: 'things',
  service: 'things',
  tag: 'Things',
  description: 'Things.',
  operations: {
    get: operation({
      summary: 'Read a thing',
      input: z.strictObject({ id: z.string(), size: z.int().default(1) }),
      output: z.object({ id: z.string() }),
    }),
    delete: operation({
      summary: 'Delete a thing',
      input: z.strictObject({ id: z.string() }),
      output: z.object({ deleted: z.literal(true) }),
    }),
  },
});
const whole = { get: async () => ({ id: 'x' }), delete: async () => ({ deleted: true as const }) };

serving(things, whole);
serving(things, { ...whole, get: async ({ input }) => ({ id: `${input.id} ${input.size.toFixed()}` }) });
serving(things, { ...whole, get: async () => new Json<{ id: string }>('{"id":"x"}', 1) });

// @ts-expect-error a handler is missing
serving(things, { get: whole.get });
// @ts-expect-error an operation that is not declared
serving(things, { ...whole, update: async () => ({}) });
// @ts-expect-error the answer lacks a key
serving(things, { ...whole, get: async () => ({}) });
// @ts-expect-error the answer has a value of the wrong type
serving(things, { ...whole, delete: async () => ({ deleted: 'yes' }) });
// @ts-expect-error the text stands for another answer
serving(things, { ...whole, get: async () => new Json<{ name: string }>('{}') });
// @ts-expect-error a field that is not in the input
serving(things, { ...whole, get: async ({ input }) => ({ id: input.name }) });
