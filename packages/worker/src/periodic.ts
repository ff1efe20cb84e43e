/**
 * Runs `act` repeatedly, the first time after `milliseconds` and then `milliseconds` after each run has ended, until the
 * returned function is called. An error is handed to `onError`, and the next run follows as usual.
 */
export function runPeriodically(milliseconds: number, act: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const runOnce = async () => {
    await act().catch(onError);
    if (!isStopped) timer = setTimeout(runOnce, milliseconds);
  };
  timer = setTimeout(runOnce, milliseconds);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
