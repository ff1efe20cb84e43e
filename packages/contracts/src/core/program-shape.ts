import { z } from 'zod';

type Node = { [key: string]: unknown };

/**
 * Returns metadata of a schema that accepts any object because another field decides about its shape, such as the settings of a
 * column. For programs the schema is `name`: a union of one named schema for each type with settings, such as `GridViewConfig`. The
 * union is open, since the service validates the object by its type. For agents the schema is unchanged.
 */
export function programShape(name: string, schemas: Readonly<Record<string, z.ZodObject>>, description: string): { for_programs: Node } {
  const members = Object.entries(schemas)
    .filter(([, { shape }]) => Object.keys(shape).length > 0)
    .map(([type, schema]) => schema.meta({ id: `${pascalCase(type)}${name}`, description: `The settings of the type ${type}` }));
  const union = z.union(members).meta({ id: name, description });
  const { $defs } = z.toJSONSchema(z.object({ union }), {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => open(jsonSchema),
  });
  return { for_programs: { description, $ref: `#/$defs/${name}`, $defs } };
}

/** Allows properties that the schema does not name. */
function open(schema: Node): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}

const pascalCase = (name: string): string => name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
