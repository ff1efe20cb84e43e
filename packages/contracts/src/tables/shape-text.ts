import { z } from 'zod';

/** The parts of a JSON Schema that a shape names. */
interface Shape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
}

/**
 * Returns the shapes of settings by type in one line, for descriptions: `grid {frozen_count: integer}; kanban {stack_by*: string}`.
 * A star marks a required field.
 */
export const shapesText = (schemas: Readonly<Record<string, z.ZodObject>>): string =>
  Object.entries(schemas)
    .map(([type, schema]) => `${type} ${objectText(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape)}`)
    .join('; ');

const objectText = ({ properties = {}, required = [] }: Shape): string =>
  `{${Object.entries(properties)
    .map(([name, shape]) => `${name}${required.includes(name) ? '*' : ''}: ${valueText(shape)}`)
    .join(', ')}}`;

function valueText(shape: Shape): string {
  if (shape.enum) return shape.enum.join('|');
  if (shape.type === 'array') return shape.items && Object.keys(shape.items).length > 0 ? `[${valueText(shape.items)}]` : '[…]';
  if (shape.properties) return objectText(shape);
  return shape.type ?? '…';
}
