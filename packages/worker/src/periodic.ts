/** Does something again and again, `milliseconds` after it last ended, until the returned function is called. */
export function runPeriodically(milliseconds: number, act: () => Promise<void>, failed: (error: unknown) => void): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout;
  const turn = async () => {
    await act().catch(failed);
    if (!stopped) timer = setTimeout(turn, milliseconds);
  };
  timer = setTimeout(turn, milliseconds);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
