import { Enrichment, Event } from '@space/contracts/core';
import { type Action, eventTypes, type Trigger } from '@space/contracts/events';
import { didYouMean } from '@space/text';
import { z } from 'zod';
import { actionCatalog } from './action-catalog.ts';

/** The keywords of a JSON Schema that determine at which paths values are. */
interface Shape {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: boolean | Shape;
  readonly items?: Shape;
  readonly prefixItems?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly type?: string | readonly string[];
}

const shapes = new Map<string, Shape>();

/** Returns the JSON Schema of a name, created on the first call. */
function shapeOf(name: string, schema: () => z.ZodType): Shape {
  const shape = shapes.get(name) ?? (z.toJSONSchema(schema(), { io: 'output' }) as Shape);
  shapes.set(name, shape);
  return shape;
}

/**
 * Returns the reason why a tag can never find a value, given the trigger and the earlier actions; undefined if it may find
 * one, as for a trigger or an action that is not known. The path must be well formed, and a step that it names must be an
 * earlier one.
 */
export function unresolvableTag(
  path: readonly string[],
  trigger: Trigger | undefined,
  earlier: readonly (Action | undefined)[],
): string | undefined {
  const [root, ...rest] = path;
  if (root === 'payload') return undefined;
  if (root === 'steps') return unresolvableInResult(rest.slice(1), earlier[Number(rest[0])]);
  if (!trigger) return undefined;
  const type = 'event_type' in trigger ? eventTypes.get(trigger.event_type) : undefined;
  if (!type) return 'has a value only when an event triggers the automation; this one has a manual trigger, so use {{payload.…}}';
  if (root === 'event')
    return unresolvablePath(
      shapeOf(`event ${type.type}`, () => Event.extend({ data: type.data.extend(Enrichment.shape) })),
      rest,
    );
  const contact = (type.data.shape as Record<string, z.ZodType>).contact;
  return contact
    ? unresolvablePath(
        shapeOf(`contact ${type.type}`, () => contact),
        rest,
      )
    : `never has a value: ${type.type} has no contact`;
}

function unresolvableInResult(path: readonly string[], action: Action | undefined): string | undefined {
  const entry = actionCatalog.get(action?.operation ?? '');
  if (!entry) return undefined;
  if (entry.operation.confidential) return `never has a value: the result of ${entry.id} contains a secret and is not stored`;
  return unresolvablePath(
    shapeOf(entry.id, () => entry.operation.output),
    path,
  );
}

/** Returns the message about the first name of a path that no value of this shape has, or undefined. */
function unresolvablePath(root: Shape, path: readonly string[]): string | undefined {
  let here = alternatives(root, root);
  for (const name of path) {
    const next = here.flatMap((shape) => shapesAt(shape, name));
    if (next.includes('anything')) return undefined;
    if (next.length === 0) {
      const names = [...new Set(here.flatMap(({ properties = {} }) => Object.keys(properties)))];
      return `finds nothing: there is no ${name}${didYouMean(name, names) || (names.length > 0 ? `; there is ${names.join(', ')}` : '')}`;
    }
    here = (next as Shape[]).flatMap((shape) => alternatives(shape, root));
  }
  return undefined;
}

/** Returns the shapes of a property or an item of a shape. */
function shapesAt(shape: Shape, name: string): (Shape | 'anything')[] {
  const { properties = {}, additionalProperties, items, prefixItems, type } = shape;
  if (Object.hasOwn(properties, name)) return [properties[name]!];
  if (type === undefined && !shape.properties) return ['anything'];
  if (type === 'array') return /^\d+$/.test(name) ? [prefixItems?.[Number(name)] ?? items ?? 'anything'] : [];
  if (type !== 'object' || additionalProperties === false) return [];
  return [typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0 ? additionalProperties : 'anything'];
}

/** Resolves references and alternatives to plain shapes; follows a recursive reference only once. */
function alternatives(shape: Shape, root: Shape, seen: readonly string[] = []): Shape[] {
  if (shape.$ref !== undefined) {
    const target = shape.$ref === '#' ? root : root.$defs?.[shape.$ref.replace('#/$defs/', '')];
    return target && !seen.includes(shape.$ref) ? alternatives(target, root, [...seen, shape.$ref]) : [];
  }
  const choices = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])];
  return choices.length > 0 ? choices.flatMap((choice) => alternatives(choice, root, seen)) : [shape];
}
