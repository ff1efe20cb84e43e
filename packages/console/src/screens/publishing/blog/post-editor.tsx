import { type ReactElement, useState } from 'react';
import { faultsOf } from '../../../api/faults.ts';
import { CodeEditor } from '../../../parts/code-editor/code-editor.tsx';
import { TextField } from '../../../parts/field.tsx';
import { TextArea } from '../../../parts/text-area.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { textOrNull, wordsIn } from '../edits.ts';
import { Preview } from '../preview.tsx';
import type { Post } from '../queries/blog.ts';
import { SaveBar } from '../save-bar.tsx';
import type { Edits } from '../use-edits.ts';

/** Renders the text of a post and its fields next to its preview. A saved change of a published post is seen by visitors immediately. */
export function PostEditor({ edits }: { readonly edits: Edits<Post> }): ReactElement {
  const isReadOnly = !useSpace().scopes.includes('pages:write');
  const { value, set, save, error } = edits;
  const faultOf = faultsOf(error);
  const isPublished = value.status === 'published';
  return (
    <div className="editor-pair">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label="Title"
          required
          maxLength={300}
          readOnly={isReadOnly}
          fault={faultOf('title')}
          value={value.title}
          onChange={(event) => set({ title: event.target.value })}
        />
        <CodeEditor
          label="Text"
          value={value.body_html}
          isReadOnly={isReadOnly}
          fault={faultOf('body_html')}
          onChange={(body_html) => set({ body_html })}
          onSave={() => void save()}
        />
        <p className="help soft">Visitors see the text without scripts, frames and styles. The preview shows what stays.</p>
        <details>
          <summary>Address, summary, picture, author and tags</summary>
          <div className="stack details-body">
            <TextField
              label="Last part of its address"
              required
              maxLength={80}
              readOnly={isReadOnly}
              help="Small letters, digits and hyphens. An old address leads to the new one."
              fault={faultOf('slug')}
              value={value.slug}
              onChange={(event) => set({ slug: event.target.value })}
            />
            <TextArea
              label="Summary"
              maxLength={2_000}
              readOnly={isReadOnly}
              help="For lists and feeds; without one the first words of the text"
              fault={faultOf('excerpt')}
              value={value.excerpt ?? ''}
              onChange={(event) => set({ excerpt: textOrNull(event.target.value) })}
            />
            <TextField
              label="Picture"
              type="url"
              placeholder="https://…"
              maxLength={2_048}
              readOnly={isReadOnly}
              help="The address of the picture above the post"
              fault={faultOf('cover_image_url')}
              value={value.cover_image_url ?? ''}
              onChange={(event) => set({ cover_image_url: textOrNull(event.target.value) })}
            />
            <TextField
              label="Author"
              maxLength={200}
              readOnly={isReadOnly}
              fault={faultOf('author')}
              value={value.author ?? ''}
              onChange={(event) => set({ author: textOrNull(event.target.value) })}
            />
            <TagsField tags={value.tags} isReadOnly={isReadOnly} fault={faultOf('tags')} onChange={(tags) => set({ tags: [...tags] })} />
          </div>
        </details>
        {!isReadOnly && isPublished && <p className="notice warn">This post is published. Visitors see a saved change immediately.</p>}
        {!isReadOnly && <SaveBar edits={edits} label={isPublished ? 'Save for visitors' : 'Save the draft'} />}
      </form>
      <Preview contract="blog_posts" id={value.id} title={value.title} />
    </div>
  );
}

interface TagsFieldProps {
  readonly tags: readonly string[];
  readonly isReadOnly: boolean;
  readonly fault: string | undefined;
  readonly onChange: (tags: readonly string[]) => void;
}

/** Renders tags as one text. What is typed stays as it is typed, while it means the same tags. */
function TagsField({ tags, isReadOnly, fault, onChange }: TagsFieldProps): ReactElement {
  const [typed, setTyped] = useState(tags.join(', '));
  const isCurrent = wordsIn(typed).join('\n') === tags.join('\n');
  return (
    <TextField
      label="Tags"
      readOnly={isReadOnly}
      help="Up to 20, with commas between them"
      fault={fault}
      value={isCurrent ? typed : tags.join(', ')}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(wordsIn(event.target.value));
      }}
    />
  );
}
