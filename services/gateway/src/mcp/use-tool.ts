import { invalidFields } from '@space/contracts/core';
import { callTool, useTool } from './tools/meta-tools.ts';
import type { Arguments } from './tools/tool-catalog.ts';

/*
 * The second name of call_tool. Semantic Kernel makes each tool a method of a class that has a method call_tool, and fills an argument
 * with the name `arguments` itself. At an address with `?call_tool=use_tool` the list has use_tool in place of call_tool.
 */

const PARAMETER = 'call_tool';

/** Returns the text of a list as the address of a request wants it. Throws `invalid` for another value than `use_tool`. */
export function listFor(url: string, list: string): string {
  const at = url.indexOf('?');
  const wanted = at < 0 ? null : new URLSearchParams(url.slice(at)).get(PARAMETER);
  if (wanted === null || wanted === callTool.name) return list;
  if (wanted === useTool.name)
    return list.replace(JSON.stringify(callTool), JSON.stringify(useTool)).replaceAll(callTool.name, useTool.name);
  throw invalidFields([{ path: PARAMETER, code: 'invalid_value', message: `must be ${useTool.name} or ${callTool.name}` }]);
}

/** Returns a call of use_tool as the same call of call_tool; any other call as it is. */
export function asCallTool(name: string, args: Arguments): { readonly name: string; readonly args: Arguments } {
  if (name !== useTool.name) return { name, args };
  const { tool, input, ...rest } = args;
  return {
    name: callTool.name,
    args: { ...rest, ...(tool === undefined ? {} : { name: tool }), ...(input === undefined ? {} : { arguments: input }) },
  };
}
