import { type LenientArguments, readLeniently } from './lenient-arguments.ts';
import { callTool, metaTools, runStepsTool } from './tools/meta-tools.ts';
import type { Arguments } from './tools/tool-catalog.ts';

/*
 * call_tool takes a tool as `name`, and a step of run_steps takes it as `tool`. Models mix the two up, so each takes both.
 */

/**
 * Returns the arguments of a tool about tools as its schema wants them, and a sentence for each that was read as another one. Arguments
 * of any other tool stay.
 */
export function readMetaArguments(name: string, given: Arguments): LenientArguments {
  const tool = metaTools.find((one) => one.name === name);
  if (!tool) return { args: given, understood: [] };
  const { args, understood } = readLeniently(tool.inputSchema, given);
  if (tool === callTool) return withName(args, understood, 'tool', 'name', '');
  return tool === runStepsTool ? withToolOfSteps(args, understood) : { args, understood };
}

function withToolOfSteps(args: Arguments, understood: readonly string[]): LenientArguments {
  if (!Array.isArray(args.steps)) return { args, understood };
  const steps = args.steps.map((step: unknown, n) =>
    typeof step === 'object' && step !== null
      ? withName(step as Arguments, [], 'name', 'tool', `steps.${n}.`)
      : { args: step, understood: [] },
  );
  return {
    args: { ...args, steps: steps.map((step) => step.args) },
    understood: [...understood, ...steps.flatMap((step) => step.understood)],
  };
}

/** Returns arguments in which the value of `alias` is that of `name`, unless they have both. */
function withName(args: Arguments, understood: readonly string[], alias: string, name: string, path: string): LenientArguments {
  if (args[alias] === undefined || args[name] !== undefined) return { args, understood };
  const { [alias]: value, ...rest } = args;
  return { args: { [name]: value, ...rest }, understood: [...understood, `${path}${alias}: was read as ${name}`] };
}
