import { Enrichment, Event } from '@space/contracts/core';
import { type Action, eventTypes, type Trigger } from '@space/contracts/events';
import { didYouMean } from '@space/text';
import { z } from 'zod';
import { actionCatalog } from './action-catalog.ts';

/** The parts of a JSON Schema that say where values are. */
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

/** The JSON Schema of something, made once. */
function shapeOf(name: string, schema: () => z.ZodType): Shape {
  const shape = shapes.get(name) ?? (z.toJSONSchema(schema(), { io: 'output' }) as Shape);
  shapes.set(name, shape);
  return shape;
}

/**
 * Why the tag with this path can never find anything in a run that starts so and has these actions before it; undefined
 * when it may find something. The path is well formed and names an earlier step, if it names one.
 */
export function unresolvableTag(path: readonly string[], trigger: Trigger, earlier: readonly Action[]): string | undefined {
  const [root, ...inside] = path;
  if (root === 'payload') return undefined;
  if (root === 'steps') return unresolvableInResult(inside.slice(1), earlier[Number(inside[0])]);
  const type = 'event_type' in trigger ? eventTypes.get(trigger.event_type) : undefined;
  if (!type) return 'is only there when an event starts the automation; this one starts when it is asked to, so use {{payload.…}}';
  if (root === 'event')
    return unresolvablePath(
      shapeOf(`event ${type.type}`, () => Event.extend({ data: type.data.extend(Enrichment.shape) })),
      inside,
    );
  const contact = (type.data.shape as Record<string, z.ZodType>).contact;
  return contact
    ? unresolvablePath(
        shapeOf(`contact ${type.type}`, () => contact),
        inside,
      )
    : `is not there: ${type.type} is about no person`;
}

function unresolvableInResult(path: readonly string[], action: Action | undefined): string | undefined {
  const entry = actionCatalog.get(action?.operation ?? '');
  if (!entry) return undefined;
  if (entry.operation.confidential) return `is not there: the answer of ${entry.id} holds a secret and is not kept`;
  return unresolvablePath(
    shapeOf(entry.id, () => entry.operation.output),
    path,
  );
}

/** The sentence about the first name of a path that a value of this shape never has. */
function unresolvablePath(root: Shape, path: readonly string[]): string | undefined {
  let here = alternatives(root, root);
  for (const name of path) {
    const next = here.flatMap((shape) => within(shape, name));
    if (next.includes('anything')) return undefined;
    if (next.length === 0) {
      const names = [...new Set(here.flatMap(({ properties = {} }) => Object.keys(properties)))];
      return `finds nothing: there is no ${name}${didYouMean(name, names) || (names.length > 0 ? `; there is ${names.join(', ')}` : '')}`;
    }
    here = (next as Shape[]).flatMap((shape) => alternatives(shape, root));
  }
  return undefined;
}

function within(shape: Shape, name: string): (Shape | 'anything')[] {
  const { properties = {}, additionalProperties, items, prefixItems, type } = shape;
  if (Object.hasOwn(properties, name)) return [properties[name]!];
  if (type === undefined && !shape.properties) return ['anything'];
  if (type === 'array') return /^\d+$/.test(name) ? [prefixItems?.[Number(name)] ?? items ?? 'anything'] : [];
  if (type !== 'object' || additionalProperties === false) return [];
  return [typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0 ? additionalProperties : 'anything'];
}

/** The plain shapes that a shape stands for; recursive ones are followed as far as they name something new. */
function alternatives(shape: Shape, root: Shape, seen: readonly string[] = []): Shape[] {
  if (shape.$ref !== undefined) {
    const target = shape.$ref === '#' ? root : root.$defs?.[shape.$ref.replace('#/$defs/', '')];
    return target && !seen.includes(shape.$ref) ? alternatives(target, root, [...seen, shape.$ref]) : [];
  }
  const choices = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])];
  return choices.length > 0 ? choices.flatMap((choice) => alternatives(choice, root, seen)) : [shape];
}
