import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { faultsOf } from '../../../api/faults.ts';
import { CodeEditor } from '../../../parts/code-editor/code-editor.tsx';
import { TextField } from '../../../parts/field.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { TextArea } from '../../../parts/text-area.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { textOrNull } from '../edits.ts';
import type { Blog } from '../queries/blog.ts';
import { pagesQuery } from '../queries/page.ts';
import { sitesQuery } from '../queries/site.ts';
import { SaveBar } from '../save-bar.tsx';
import type { Edits } from '../use-edits.ts';

/** The words in a layout that are replaced by values of a post. */
const TOKENS =
  '{{title}} {{cover_image}} {{excerpt}} {{body}} {{author}} {{date}} {{reading_time}} {{tags}} {{previous_title}} {{previous_url}} {{next_title}} {{next_url}}';

/** Renders the settings of a blog and the layout of its posts. Visitors see a change immediately. */
export function BlogForm({ edits }: { readonly edits: Edits<Blog> }): ReactElement {
  const space = useSpace();
  const isReadOnly = !space.scopes.includes('pages:write');
  const { value, set, save, error } = edits;
  const faultOf = faultsOf(error);
  const sites = useQuery(sitesQuery(space.id)).data ?? [];
  const pages = useInfiniteQuery(pagesQuery(space.id, {})).data?.pages.flatMap((one) => one.data) ?? [];
  return (
    <form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2>Settings</h2>
      <p className="soft">Visitors see these changes immediately.</p>
      <TextField
        label="Title"
        required
        maxLength={200}
        readOnly={isReadOnly}
        fault={faultOf('title')}
        value={value.title}
        onChange={(event) => set({ title: event.target.value })}
      />
      <TextArea
        label="Description"
        maxLength={4_000}
        readOnly={isReadOnly}
        help="One paragraph for its list of posts and its feeds"
        fault={faultOf('description')}
        value={value.description ?? ''}
        onChange={(event) => set({ description: textOrNull(event.target.value) })}
      />
      <TextField
        label="Language"
        placeholder="That of the Space"
        maxLength={35}
        readOnly={isReadOnly}
        help="A language tag, such as en or pt-BR"
        fault={faultOf('language')}
        value={value.language ?? ''}
        onChange={(event) => set({ language: textOrNull(event.target.value.trim()) })}
      />
      <SelectField
        label="Site"
        value={value.site_id ?? ''}
        choices={[['', 'No site'], ...sites.map(({ id, title }) => [id, title] as const)]}
        disabled={isReadOnly}
        onChoose={(chosen) => set({ site_id: textOrNull(chosen) })}
        help="Its posts then have the navigation of the site."
      />
      <SelectField
        label="Page in the place of the list of posts"
        value={value.index_page_id ?? ''}
        choices={pageChoices(pages, value.index_page_id)}
        disabled={isReadOnly}
        onChoose={(chosen) => set({ index_page_id: textOrNull(chosen) })}
      />
      <CodeEditor
        label="Layout of a post"
        value={value.template_html ?? ''}
        isReadOnly={isReadOnly}
        fault={faultOf('template_html')}
        onChange={(text) => set({ template_html: textOrNull(text) })}
        onSave={() => void save()}
      />
      <p className="soft">
        Without a layout a post has the neutral one. These words are replaced: <code>{TOKENS}</code>
      </p>
      {!isReadOnly && <SaveBar edits={edits} label="Save the settings" />}
    </form>
  );
}

/** Returns the newest pages as choices, with the chosen one if it is older. */
function pageChoices(pages: readonly { readonly id: string; readonly title: string }[], chosen: string | null) {
  const known = pages.map(({ id, title }) => [id, title] as const);
  const older = chosen !== null && !pages.some(({ id }) => id === chosen) ? [[chosen, chosen] as const] : [];
  return [['', 'The list of posts'] as const, ...known, ...older];
}
