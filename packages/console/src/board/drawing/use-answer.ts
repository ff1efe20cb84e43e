import { useEffect, useState } from 'react';

/** Returns the answer to a question that is asked again for another key: undefined until it is there, null if there is none. */
export function useAnswer(key: string, ask: (key: string) => Promise<string | undefined>): string | null | undefined {
  const [answer, setAnswer] = useState<{ readonly key: string; readonly value: string | null }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question is the same for one key
  useEffect(() => {
    let isWanted = true;
    const take = (value: string | null): void => {
      if (isWanted) setAnswer({ key, value });
    };
    ask(key).then(
      (value) => take(value ?? null),
      () => take(null),
    );
    return () => {
      isWanted = false;
    };
  }, [key]);
  return answer?.key === key ? answer.value : undefined;
}
