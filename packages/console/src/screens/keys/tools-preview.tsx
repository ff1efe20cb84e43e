import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type SpaceClient, spaceClient } from '../../api/space-client.ts';
import { useSpace } from '../../shell/session.tsx';

type PreviewTools = NonNullable<Parameters<SpaceClient['settings']['preview_tools']>[0]>;

/** Props of the preview: the scopes of a key and the list of tools that it gets. */
export interface ToolsPreviewProps {
  readonly scopes: readonly string[];
  readonly catalogMode: 'every' | 'everyday';
}

/** Renders how many MCP tools a key would be listed, and how many bytes of an agent's room they take. */
export function ToolsPreview({ scopes, catalogMode }: ToolsPreviewProps): ReactElement {
  const space = useSpace();
  const { data } = useQuery({
    queryKey: ['space', space.id, 'tools', catalogMode, scopes.toSorted()],
    queryFn: ({ signal }) =>
      spaceClient(space.id).settings.preview_tools({ scopes, catalog_mode: catalogMode } as unknown as PreviewTools, { signal }),
    enabled: scopes.length > 0,
    placeholderData: keepPreviousData,
  });
  return (
    <p className="help" role="status">
      {data && scopes.length > 0
        ? `An agent is listed ${data.tools.length} tools in ${data.bytes.toLocaleString('en')} bytes, and may call ${data.callable} actions.`
        : 'The tools of the key appear here.'}
    </p>
  );
}
