import { expect } from '@jest/globals';
import { profile } from './profile.ts';
import { type ProgramResult, runProgram } from './program.ts';

/** The variables with which `npm run space` reaches the profile as its operator. */
export const spaceEnvironment = { SPACE_BASE_URL: new URL(profile.base_url).origin, SPACE_OPERATOR_TOKEN: profile.operator_token };

/** Runs a command of `npm run space` as the operator. */
export const space = (...words: string[]): Promise<ProgramResult> => runProgram('scripts/space/main.ts', words, spaceEnvironment);

/** Runs a command of `npm run space` that must succeed and returns its JSON. */
export async function answerOf(...words: string[]) {
  const { code, stdout, stderr } = await space(...words, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}
