import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { saveFile } from '../../../api/download.ts';
import { spaceClient } from '../../../api/space-client.ts';
import { Button } from '../../../parts/button.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../parts/menu.tsx';
import { sayFailed } from '../../../parts/toast.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { exportedFile } from './exported-file.ts';

/** The forms in which a whiteboard is saved, with their words. */
const formats = [
  ['png', 'Picture (PNG)'],
  ['svg', 'Picture (SVG)'],
  ['excalidraw', 'Excalidraw'],
  ['jsoncanvas', 'JSON Canvas'],
  ['text', 'Text'],
] as const;

/** Props of the menu: the whiteboard, and what begins an import; undefined for a person who may not change it. */
export interface ExportMenuProps {
  readonly id: string;
  readonly onImport: (() => void) | undefined;
}

/** Renders the menu that saves a whiteboard as a file, and imports one. */
export function ExportMenu({ id, onImport }: ExportMenuProps): ReactElement {
  const space = useSpace();
  async function save(format: (typeof formats)[number][0]): Promise<void> {
    try {
      const file = await spaceClient(space.id).whiteboards.export({ id, format });
      saveFile(exportedFile(file), file.name);
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
      {formats.map(([format, label]) => (
        <MenuItem key={format} onClick={() => void save(format)}>
          {label}
        </MenuItem>
      ))}
      {onImport && (
        <>
          <MenuDivider />
          <MenuItem onClick={onImport}>Import a drawing</MenuItem>
        </>
      )}
    </Menu>
  );
}
