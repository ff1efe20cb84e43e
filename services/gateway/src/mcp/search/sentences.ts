import type { CallableTool } from '../tools/callable-tools.ts';

/** Returns the sentences of a tool that a query is compared with: its purpose, and each of its example requests. */
export const sentencesOf = ({ tool, listed }: CallableTool): readonly string[] => [
  `${words(tool.name)}: ${listed.title}.`,
  ...(tool.examples ?? []),
];

/** Returns a snake_case name as words. */
export const words = (name: string): string => name.replaceAll('_', ' ');
