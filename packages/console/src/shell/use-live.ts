import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSpaceIfAny } from './session.tsx';

/** Keeps the Space of the address up to date while its screens are shown. The code of live updates is loaded after the first screen. */
export function useLive(): void {
  const queries = useQueryClient();
  const space_id = useSpaceIfAny()?.id;
  useEffect(() => {
    if (space_id === undefined) return;
    let stop = () => {};
    let hasEnded = false;
    import('../live/live.ts')
      .then(({ startLive }) => {
        if (!hasEnded) stop = startLive(queries, space_id);
      })
      // Without live updates a screen reads again when its tab gets the focus.
      .catch(() => {});
    return () => {
      hasEnded = true;
      stop();
    };
  }, [queries, space_id]);
}
