import type { CallableTool } from './tools.ts';

/** A list of which a result shows the beginning. */
interface Cut {
  readonly name: string;
  readonly shown: number;
  readonly all: number;
  readonly is_dry_run: boolean;
  readonly is_page: boolean;
}

const LIMIT = 'since a result holds at most 40 KB';

/**
 * Says what a result leaves out and how to get it, by what the tool takes: nothing that it would refuse, and of a call that
 * changed something never to make it again.
 */
export function wayToTheRest(tool: CallableTool, list?: Cut): string {
  if (!list) return changes(tool) ? doneSentence(tool) : wholeSentence(tool);
  const { name, shown, all, is_dry_run, is_page } = list;
  if (!changes(tool)) {
    const rest = is_page && takes(tool, 'limit') ? pagesSentence(tool, shown) : wholeSentence(tool);
    return `Showing ${shown} of ${all}${is_page ? '' : ` ${name}`}, ${LIMIT}. ${rest}`;
  }
  if (is_dry_run) return `Nothing was kept, since this was a dry run; ${shown} of ${all} ${name} are shown, ${LIMIT}.`;
  if (name !== 'data') return `The call is done; ${shown} of ${all} ${name} are shown, ${LIMIT}.${readingSentence(tool)}`;
  return `All ${all} were written, so do not write them again; ${shown} are shown, ${LIMIT}.${readingSentence(tool)}`;
}

const changes = ({ listed }: CallableTool): boolean => !listed.annotations.readOnlyHint;
const takes = ({ listed }: CallableTool, name: string): boolean => Object.hasOwn(listed.inputSchema.properties ?? {}, name);

const doneSentence = (tool: CallableTool): string => `The call is done, so do not make it again.${readingSentence(tool)}`;

/** Names the tool that lists what a contract is about. */
function readingSentence({ entry: { contract } }: CallableTool): string {
  const [list] = contract.operations.list?.tools ?? [];
  return list ? ` ${list.name} reads them.` : '';
}

function pagesSentence(tool: CallableTool, shown: number): string {
  // The header is a line of a CSV, but no row.
  const limit = tool.entry.operation.download ? shown - 1 : shown;
  const on = takes(tool, 'cursor') ? ' and follow next_cursor' : takes(tool, 'after') ? ' and pass its next_cursor as after' : '';
  return `Ask again with limit ${limit}${on}${takes(tool, 'fields') ? ', or ask for fewer fields' : ''}.`;
}

function wholeSentence(tool: CallableTool): string {
  const { route, download } = tool.entry.operation;
  const narrowed = ['fields', 'filters'].filter((name) => takes(tool, name));
  const ask = narrowed.length > 0 ? `Ask for less with ${narrowed.join(' or ')}` : undefined;
  const rest = route
    ? `${route.method} /v1${route.path} of the REST interface answers it whole${download ? `, with Accept: ${download.media_type} as a file` : ''}`
    : undefined;
  return [ask, rest]
    .filter((one) => one !== undefined)
    .join('; ')
    .concat('.');
}
