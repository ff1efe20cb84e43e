import { type FieldError, invalidFields, type Problem } from '@space/contracts/core';
import type { ApiKey } from '../auth/api-key.ts';
import type { CallableTool } from './tools/callable-tools.ts';
import { isGranted, type ToolCall, type ToolCatalog } from './tools/tool-catalog.ts';

/** More tools than these help no one to choose. */
const MOST_TOOLS = 2;

const isUnknownArgument = ({ path, code }: FieldError): boolean => code === 'unknown_field' && !path.includes('.');

/**
 * Returns an error of a call in which each unknown argument names the tools of the same family that take it. They take all arguments
 * of the call, and the key may call them.
 */
export function withToolHint(problem: Problem, { callable, args }: ToolCall, { families }: ToolCatalog, key: ApiKey): Problem {
  const { errors = [] } = problem.extras;
  if (problem.code !== 'invalid' || !errors.some(isUnknownArgument)) return problem;
  const { name, family } = callable.tool;
  const isMatch = (other: CallableTool): boolean =>
    other !== callable &&
    isGranted(other, key) &&
    other.listed.annotations.readOnlyHint === callable.listed.annotations.readOnlyHint &&
    Object.keys(args).every((argument) => argument === 'verbose' || Object.hasOwn(other.listed.inputSchema.properties ?? {}, argument));
  const matches = [...families.get(family)!.actions.values()].filter(isMatch).map(({ tool }) => tool.name);
  const sameVerb = matches.filter((match) => match.split('_')[0] === name.split('_')[0]);
  const named = sameVerb.length > 0 ? sameVerb : matches;
  if (named.length === 0 || named.length > MOST_TOOLS) return problem;
  const hint = `is not a field of ${name}; ${named.join(' or ')} takes it`;
  return invalidFields(errors.map((error) => (isUnknownArgument(error) ? { ...error, message: hint } : error)));
}
