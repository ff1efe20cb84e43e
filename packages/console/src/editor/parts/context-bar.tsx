import type { calloutKinds } from '@space/rich-text/schema';
import type { ReactElement } from 'react';
import { Button } from '../../parts/button.tsx';
import { tableActLabels } from '../commands/table-act-labels.ts';
import type { SelectionFacts } from '../facts.ts';
import type { MountedEditor } from '../mounted-editor.ts';
import { TextEntry } from './text-entry.tsx';

const CALLOUTS: Readonly<Record<(typeof calloutKinds)[number], string>> = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
};

/** Props of the bar: the editor, its selection, and what opens links and the dialog of links. */
export interface ContextBarProps {
  readonly editor: MountedEditor;
  readonly selection: SelectionFacts;
  readonly onLink: () => void;
  readonly onOpen: (href: string) => void;
}

/** Renders what can be done with the link, table, task, callout, code, picture or card at the cursor. Without one of these it is empty. */
export function ContextBar({ editor, selection, onLink, onOpen }: ContextBarProps): ReactElement | null {
  const { link, isInTable, list, callout, language, alt, embed } = selection;
  if (link === undefined && !isInTable && !list && !callout && language === undefined && alt === undefined && embed === undefined)
    return null;
  const act = (label: string, name: string, ...values: string[]) => (
    <Button key={label} small onMouseDown={(event) => event.preventDefault()} onClick={() => editor.run(name, ...values)}>
      {label}
    </Button>
  );
  return (
    <section aria-label="At the cursor" className="doc-context">
      {link !== undefined && (
        <div className="row">
          <span className="cut doc-address">{link}</span>
          <Button small onClick={() => onOpen(link)}>
            Open the link
          </Button>
          <Button small onClick={onLink}>
            Change the link
          </Button>
          {act('Remove the link', 'unlink')}
        </div>
      )}
      {isInTable && <div className="row">{Object.entries(tableActLabels).map(([name, label]) => act(label, `table:${name}`))}</div>}
      {list && (
        <div className="row">
          {list === 'task' && act('Tick', 'task')}
          {act('Indent', 'indent')}
          {act('Outdent', 'outdent')}
          {act('Move up', 'up')}
          {act('Move down', 'down')}
        </div>
      )}
      {callout && (
        <div className="row">
          <select
            className="doc-blocks"
            aria-label="Kind of callout"
            value={callout}
            onChange={({ target }) => editor.apply('callout', target.value)}
          >
            {Object.entries(CALLOUTS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          {act('Remove the callout', 'block:callout')}
        </div>
      )}
      {language !== undefined && (
        <TextEntry label="Language of the code" value={language} onSave={(value) => editor.apply('language', value)} />
      )}
      {alt !== undefined && (
        <div className="row">
          <TextEntry label="Alternative text" value={alt} onSave={(value) => editor.apply('alt', value)} />
          {act('Delete the picture', 'delete', 'image')}
        </div>
      )}
      {embed !== undefined && (
        <div className="row">
          <Button small onClick={() => onOpen(embed)}>
            Open
          </Button>
          {act('Move up', 'up')}
          {act('Move down', 'down')}
          {act('Delete the card', 'delete', 'embed')}
        </div>
      )}
    </section>
  );
}
