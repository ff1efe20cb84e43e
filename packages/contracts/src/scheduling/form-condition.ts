import { z } from 'zod';

/** How an answer is compared. */
export const formConditionOps = ['eq', 'neq', 'contains', 'not_contains', 'gt', 'gte', 'lt', 'lte', 'is_empty', 'is_not_empty'] as const;

const FormQuestion = z.strictObject({
  field: z.string().min(1).max(60).describe('Key of another field of the form'),
  op: z.enum(formConditionOps),
  value: z
    .union([z.string().max(500), z.number(), z.boolean()])
    .optional()
    .describe('What to compare with; left out for is_empty and is_not_empty'),
});

/** One question about an answer. */
export type FormQuestion = z.infer<typeof FormQuestion>;

/** When a field is shown or needed: a question about another answer, or and / or / not over such questions. */
export type FormCondition = FormQuestion | { and: FormCondition[] } | { or: FormCondition[] } | { not: FormCondition };

/** When a field is shown or needed, as a tree of questions about other answers. A field that is not shown counts as empty. */
export const FormCondition: z.ZodType<FormCondition> = z
  .lazy(() =>
    z.union([
      FormQuestion,
      z.strictObject({ and: z.array(FormCondition).min(1).max(20) }),
      z.strictObject({ or: z.array(FormCondition).min(1).max(20) }),
      z.strictObject({ not: FormCondition }),
    ]),
  )
  .meta({ id: 'FormCondition' });
