import { invalidFields } from '@space/contracts/core';
import { PASSWORD_CHARACTERS } from '@space/contracts/people';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** A password that can be guessed with fewer tries than ten million has a score of at most 1. */
const WEAK_SCORE = 1;

/** Characters that are estimated: those after them make no password easier, and the work grows faster than the length. */
const ESTIMATED_CHARACTERS = 100;

/** The estimator with its word lists of a few megabytes, which the first new password loads. */
let estimator: Promise<ZxcvbnFactory> | undefined;

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: ESTIMATED_CHARACTERS });
}

/**
 * Throws `invalid` for a new password that is too short, too long, or easy to guess: the commonest ones, rows of keys, repetitions,
 * and the person's own name or address. There are no rules of composition.
 */
export async function assertStrongPassword(password: string, own: readonly string[], path = 'new_password'): Promise<void> {
  const { length } = [...password];
  if (length < PASSWORD_CHARACTERS.min)
    throw refusal(path, 'too_small', `must have at least ${PASSWORD_CHARACTERS.min} characters; a sentence is easy to remember`);
  if (length > PASSWORD_CHARACTERS.max) throw refusal(path, 'too_big', `must have at most ${PASSWORD_CHARACTERS.max} characters`);
  estimator ??= loadEstimator();
  const words = own.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2);
  if ((await estimator).check(password, words).score <= WEAK_SCORE)
    throw refusal(path, 'weak_password', 'is easy to guess; use a longer sentence, or several words that do not belong together');
}

const refusal = (path: string, code: string, message: string) => invalidFields([{ path, code, message }]);
