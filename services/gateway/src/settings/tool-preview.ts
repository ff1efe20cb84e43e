import type { Handlers } from '@space/bus';
import type { settings } from '@space/contracts/platform';
import type { Database } from '@space/database';
import { createToolCatalog, grantedTools, type ToolCatalog } from '../mcp/tools/tool-catalog.ts';
import { listedTools } from '../mcp/tools/tool-list.ts';
import { assertSpaceExists } from './spaces.ts';

/** Creates the handler that says which tools a key would be listed. It makes the catalog of tools with the first call. */
export function toolPreviewHandlers(database: Database): Pick<Handlers<typeof settings>, 'preview_tools'> {
  let catalog: ToolCatalog | undefined;
  return {
    async preview_tools({ input: { space_id, scopes, catalog_mode } }) {
      await assertSpaceExists(database, space_id);
      catalog ??= createToolCatalog();
      const key = { scopes: new Set<string>(scopes), catalog_mode };
      const tools = listedTools(catalog, key);
      return {
        tools: tools.map(({ name }) => name),
        callable: grantedTools(catalog, key).length,
        bytes: Buffer.byteLength(JSON.stringify(tools)),
      };
    },
  };
}
