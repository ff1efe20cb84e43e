import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BoardThings } from '../../../board/drawing/board-things.ts';
import { useReferences } from '../../../editor/parts/use-references.ts';

/** Returns what the page knows of the pictures and things that a whiteboard shows. */
export function useBoardThings(): BoardThings {
  const references = useReferences();
  const queries = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: references read through the cache, which stays
  return useMemo(
    () => ({
      pictureOf: (asset_id) => references.pictureOf(`space:asset/${asset_id}`),
      kindOf: references.kindOf,
      nameOf: references.nameOf,
    }),
    [queries],
  );
}
