import type { CallableTool } from '../tools.ts';

/** What a tool is compared with by meaning: what it does, and each of the requests it is an example for. */
export const sentencesOf = ({ tool, listed }: CallableTool): readonly string[] => [
  `${words(tool.name)}: ${listed.title}.`,
  ...(tool.examples ?? []),
];

/** A name as words. */
export const words = (name: string): string => name.replaceAll('_', ' ');
