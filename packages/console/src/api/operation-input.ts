import { inputLoaders } from '../made/inputs.ts';

/** The part of a JSON Schema that a form shows or checks. `nullable` stands for a union with null. */
export interface InputSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, InputSchema>>;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, InputSchema>>;
  readonly required?: readonly string[];
  readonly items?: InputSchema;
  readonly additionalProperties?: InputSchema;
  readonly anyOf?: readonly InputSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly nullable?: true;
}

/** The facts of an operation that a form of it needs. */
export interface OperationInput {
  readonly summary: string;
  readonly description?: string;
  /** The least role, for an operation of the settings. */
  readonly role?: string;
  /** The reason why no single call undoes it. */
  readonly no_undo?: string;
  /** True when its answer has a secret that is shown once. */
  readonly confidential?: true;
  /** The names of the fields of its answer; those of the first entry of a list as `data.0.name`. */
  readonly answers?: readonly string[];
  readonly schema: InputSchema;
}

/** The inputs of the operations of a contract, by name. */
export type ContractInputs = Readonly<Record<string, OperationInput>>;

/** Loads the inputs of a contract; empty for one without operations of a Space. */
export async function loadInputs(contract: string): Promise<ContractInputs> {
  const loaded = await inputLoaders[contract]?.();
  return (loaded?.default as ContractInputs | undefined) ?? {};
}
