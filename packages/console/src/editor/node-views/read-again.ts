/** Milliseconds before the tries after the first one. */
const RETRY_DELAYS_MS = [5_000, 30_000, 120_000, 600_000] as const;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Reads something, and again after each failure, which may pass. `onFailed` runs after the first one. Returns undefined if all tries fail, or
 * when it is not wanted any more.
 */
export async function readAgain<Value>(
  read: () => Promise<Value>,
  isWanted: () => boolean,
  onFailed: () => void,
  wait: (milliseconds: number) => Promise<void> = pause,
): Promise<Value | undefined> {
  for (let failures = 0; failures <= RETRY_DELAYS_MS.length; failures++) {
    if (failures > 0) await wait(RETRY_DELAYS_MS[failures - 1]!);
    if (!isWanted()) return undefined;
    try {
      return await read();
    } catch {
      if (failures === 0 && isWanted()) onFailed();
    }
  }
  return undefined;
}
