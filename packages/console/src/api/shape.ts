import { shapeLoaders } from '../made/shapes.ts';

/** The kind of a value, which decides how it is shown and entered. */
type FieldKind = 'text' | 'id' | 'time' | 'date' | 'number' | 'yes_no' | 'choice' | 'words' | 'list' | 'object' | 'url' | 'any';

/** A field of an answer, or a parameter of a read. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly help?: string;
  readonly options?: readonly string[];
  readonly required?: true;
}

/** The parameters of a read, and the fields of its answer or of the entries of its page. */
export interface Shape {
  readonly params: readonly Field[];
  readonly fields: readonly Field[];
}

/** Loads the shape of a read by its contract and name; undefined for an operation without one. */
export async function loadShape(contract: string, name: string): Promise<Shape | undefined> {
  const loaded = await shapeLoaders[contract]?.();
  return (loaded?.default as Readonly<Record<string, Shape>> | undefined)?.[name];
}
