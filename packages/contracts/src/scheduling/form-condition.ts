import { z } from 'zod';

/** The operators that compare an answer. */
export const formConditionOps = ['eq', 'neq', 'contains', 'not_contains', 'gt', 'gte', 'lt', 'lte', 'is_empty', 'is_not_empty'] as const;

const FormQuestion = z.strictObject({
  field: z.string().min(1).max(60).describe('Key of another field of the form'),
  op: z.enum(formConditionOps).describe('Comparison'),
  value: z
    .union([z.string().max(500), z.number(), z.boolean()])
    .optional()
    .describe('Value to compare with; none for is_empty and is_not_empty'),
});

/** One question about an answer. */
export type FormQuestion = z.infer<typeof FormQuestion>;

/** A condition under which a field is shown or required: a test of another answer, or and / or / not over such tests. */
export type FormCondition = FormQuestion | { and: FormCondition[] } | { or: FormCondition[] } | { not: FormCondition };

/** A condition under which a field is shown or required, a tree of tests of other answers. A hidden field counts as empty. */
export const FormCondition: z.ZodType<FormCondition> = z
  .lazy(() => z.union([FormQuestion, AllFormConditions, AnyFormCondition, NotFormCondition]))
  .meta({ id: 'FormCondition' });

const several = z.lazy(() => z.array(FormCondition).min(1).max(20));
const AllFormConditions = z.strictObject({ and: several.describe('All of these hold') }).meta({ id: 'AllFormConditions' });
const AnyFormCondition = z.strictObject({ or: several.describe('At least one of these holds') }).meta({ id: 'AnyFormCondition' });
const NotFormCondition = z
  .strictObject({ not: z.lazy(() => FormCondition).describe('This does not hold') })
  .meta({ id: 'NotFormCondition' });
