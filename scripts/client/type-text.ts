import type { JsonSchema } from '@space/gateway';

const INDENT = '  ';

/** Returns the TypeScript type of a schema, in lines that begin with `indent`. A named schema is its name. */
export function typeText(schema: JsonSchema | boolean, indent = ''): string {
  if (typeof schema === 'boolean') return schema ? 'unknown' : 'never';
  const { $ref, anyOf, enum: values, const: value, type } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (value !== undefined) return JSON.stringify(value);
  if (values) return union(values.map((one) => JSON.stringify(one)));
  if (anyOf) return union(anyOf.map((one) => typeText(one, indent)));
  if (type === undefined) return 'unknown';
  return union((typeof type === 'string' ? [type] : type).map((one) => kindText(one, schema, indent)));
}

/** Returns a comment with these paragraphs, or nothing when there is no text. */
export function commentText(paragraphs: readonly (string | undefined)[], indent = ''): string {
  const text = paragraphs.filter(Boolean).join('\n\n').replaceAll('*/', '*\\/');
  if (text === '') return '';
  const lines = text.split('\n');
  if (lines.length === 1) return `${indent}/** ${text} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

function kindText(kind: string, schema: JsonSchema, indent: string): string {
  switch (kind) {
    case 'string':
    case 'boolean':
    case 'null':
      return kind;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `Array<${typeText(schema.items ?? true, indent)}>`;
    case 'object':
      return objectText(schema, indent);
    default:
      throw new Error(`A schema has the unknown type ${kind}.`);
  }
}

function objectText({ properties = {}, required = [], additionalProperties }: JsonSchema, indent: string): string {
  const inner = indent + INDENT;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${commentText([schema.description], inner)}${inner}${nameText(name)}${mark}: ${typeText(schema, inner)};\n`;
  });
  if (fields.length > 0) return `{\n${fields.join('')}${indent}}`;
  return `Record<string, ${typeText(additionalProperties ?? true, indent)}>`;
}

const nameText = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
