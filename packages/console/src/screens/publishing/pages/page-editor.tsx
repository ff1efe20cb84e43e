import { type ReactElement, useRef } from 'react';
import { faultsOf } from '../../../api/faults.ts';
import { CodeEditor, type CodeEditorHandle } from '../../../parts/code-editor/code-editor.tsx';
import { TextField } from '../../../parts/field.tsx';
import { TextArea } from '../../../parts/text-area.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { textOrNull } from '../edits.ts';
import { Preview } from '../preview.tsx';
import type { Page } from '../queries/page.ts';
import { SaveBar } from '../save-bar.tsx';
import type { Edits } from '../use-edits.ts';
import { PageUses } from './page-uses.tsx';

/** Renders the draft of a page next to its preview. Visitors see a saved draft when the page is published. */
export function PageEditor({ edits }: { readonly edits: Edits<Page> }): ReactElement {
  const editor = useRef<CodeEditorHandle>(null);
  const isReadOnly = !useSpace().scopes.includes('pages:write');
  const { value, set, save, error } = edits;
  const faultOf = faultsOf(error);
  return (
    <div className="editor-pair">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <CodeEditor
          label="Document"
          ref={editor}
          value={value.layout_html ?? ''}
          isReadOnly={isReadOnly}
          fault={faultOf('layout_html')}
          onChange={(text) => set({ layout_html: textOrNull(text) })}
          onSave={() => void save()}
        />
        <PageUses page={value} error={error} onGoTo={(line, column) => editor.current?.goTo(line, column)} />
        <details>
          <summary>Title, description and picture</summary>
          <div className="stack details-body">
            <TextField
              label="Title"
              required
              maxLength={200}
              readOnly={isReadOnly}
              help="In the browser and in the navigation of the site"
              fault={faultOf('title')}
              value={value.title}
              onChange={(event) => set({ title: event.target.value })}
            />
            <TextArea
              label="Description"
              maxLength={4_000}
              readOnly={isReadOnly}
              help="One paragraph for search engines and for links in chats"
              fault={faultOf('description')}
              value={value.description ?? ''}
              onChange={(event) => set({ description: textOrNull(event.target.value) })}
            />
            <TextField
              label="Picture"
              type="url"
              placeholder="https://…"
              maxLength={2_048}
              readOnly={isReadOnly}
              help="The address of a picture for links in chats"
              fault={faultOf('image_url')}
              value={value.image_url ?? ''}
              onChange={(event) => set({ image_url: textOrNull(event.target.value) })}
            />
          </div>
        </details>
        {!isReadOnly && <SaveBar edits={edits} label="Save the draft" />}
      </form>
      <Preview contract="pages" id={value.id} title={value.title} />
    </div>
  );
}
