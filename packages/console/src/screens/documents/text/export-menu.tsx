import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { saveFile } from '../../../api/download.ts';
import { spaceClient } from '../../../api/space-client.ts';
import { Button } from '../../../parts/button.tsx';
import { Menu, MenuItem } from '../../../parts/menu.tsx';
import { sayFailed } from '../../../parts/toast.tsx';
import { useSpace } from '../../../shell/session.tsx';

/** Renders the menu that saves a document as a file. */
export function ExportMenu({ id }: { readonly id: string }): ReactElement {
  const space = useSpace();
  async function save(format: 'markdown' | 'html'): Promise<void> {
    try {
      const { content, media_type, name } = await spaceClient(space.id).documents.export({ id, format });
      saveFile(new Blob([content], { type: media_type }), name);
    } catch (error) {
      sayFailed(error);
    }
  }
  return (
    <Menu
      trigger={
        <Button>
          <Download size={16} aria-hidden="true" />
          Export
        </Button>
      }
    >
      <MenuItem onClick={() => void save('markdown')}>Markdown</MenuItem>
      <MenuItem onClick={() => void save('html')}>HTML</MenuItem>
    </Menu>
  );
}
