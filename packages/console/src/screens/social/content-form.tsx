import { Plus, X } from 'lucide-react';
import type { ReactElement } from 'react';
import type { FieldError } from '../../api/api-error.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import { accountsFor, type Content, countFor } from './content.ts';
import type { Account } from './social.ts';

/** Props of the content of a post; `errors` are those of the service. */
export interface ContentFormProps {
  readonly content: Content;
  readonly accounts: readonly Account[];
  readonly errors: readonly FieldError[];
  readonly onChange: (content: Content) => void;
}

/** Renders the content of a post with a counter for each account that it is for. */
export function ContentForm({ content, accounts, errors, onChange }: ContentFormProps): ReactElement {
  const set = (changes: Partial<Content>) => onChange({ ...content, ...changes });
  const faultOf = (path: string) =>
    errors
      .filter((one) => one.path === path)
      .map(({ message }) => message)
      .join(' ') || undefined;
  return (
    <div className="stack social-form">
      <TextArea
        label="Text"
        rows={6}
        help="Links, @mentions and #hashtags work on each network."
        fault={faultOf('text')}
        value={content.text}
        onChange={(event) => set({ text: event.target.value })}
      />
      <Counters content={content} accounts={accounts} />
      {accounts.length > 0 && (
        <fieldset className="field">
          <legend className="label">Accounts</legend>
          {accounts.map(({ id, handle, platform, status }) => (
            <label key={id} className="tick">
              <input
                type="checkbox"
                checked={content.account_ids.includes(id)}
                onChange={(event) =>
                  set({
                    account_ids: event.target.checked ? [...content.account_ids, id] : content.account_ids.filter((one) => one !== id),
                  })
                }
              />
              <span>
                {handle} <span className="soft">{platform}</span>
                {status === 'refused' && <strong className="social-over"> must be connected again</strong>}
              </span>
            </label>
          ))}
          <p className="help">
            {accounts.length === 1 ? 'Without a choice it is for this account.' : 'Without a choice they are those of the planner.'}
          </p>
          {faultOf('account_ids') && <p className="fault">{faultOf('account_ids')}</p>}
        </fieldset>
      )}
      <MediaFields content={content} errors={errors} onChange={(media) => set({ media })} />
      <details open={content.content_warning !== null || content.language !== null || undefined}>
        <summary>Content warning and language</summary>
        <div className="stack social-more">
          <TextField
            label="Content warning"
            help="Readers see it in place of the post until they open it."
            maxLength={300}
            fault={faultOf('content_warning')}
            value={content.content_warning ?? ''}
            onChange={(event) => set({ content_warning: event.target.value || null })}
          />
          <TextField
            label="Language"
            help="Such as en or pt-BR"
            maxLength={35}
            spellCheck={false}
            fault={faultOf('language')}
            value={content.language ?? ''}
            onChange={(event) => set({ language: event.target.value || null })}
          />
        </div>
      </details>
    </div>
  );
}

function Counters({ content, accounts }: { readonly content: Content; readonly accounts: readonly Account[] }): ReactElement | null {
  const counts = accountsFor(content.account_ids, accounts).map((account) => countFor(account, content));
  if (counts.length === 0) return null;
  return (
    <div>
      <ul className="social-counters">
        {counts.map(({ account, characters, left, fault }) => (
          <li key={account.id} className={fault ? 'social-over' : 'soft'}>
            <span className="cut">{account.handle}</span>
            <span className="number">
              {fault && '✕ '}
              {characters} of {account.max_characters}
              <span className="hidden-text">{left < 0 ? `, ${-left} too many` : `, ${left} left`}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="social-over" role="status">
        {counts.flatMap(({ fault }) => fault ?? []).join(' ')}
      </p>
    </div>
  );
}

function MediaFields({
  content: { media },
  errors,
  onChange,
}: {
  readonly content: Content;
  readonly errors: readonly FieldError[];
  readonly onChange: (media: Content['media']) => void;
}): ReactElement {
  const set = (at: number, changes: Partial<Content['media'][number]>) =>
    onChange(media.map((one, index) => (index === at ? { ...one, ...changes } : one)));
  const faultOf = (path: string) => errors.find((one) => one.path === path)?.message;
  return (
    <fieldset className="stack">
      <legend className="label">Pictures</legend>
      {media.map((picture, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a picture has no name but its place
        <div key={at} className="social-picture">
          <TextField
            label={`Address of picture ${at + 1}`}
            type="url"
            inputMode="url"
            placeholder="https://"
            help="A PNG, JPEG, GIF or WebP picture that is publicly reachable"
            fault={faultOf(`media.${at}.url`)}
            value={picture.url}
            onChange={(event) => set(at, { url: event.target.value })}
          />
          <TextField
            label={`What picture ${at + 1} shows`}
            help="For people who cannot see it"
            maxLength={1_500}
            fault={faultOf(`media.${at}.alt_text`)}
            value={picture.alt_text}
            onChange={(event) => set(at, { alt_text: event.target.value })}
          />
          <div>
            <Button small onClick={() => onChange(media.toSpliced(at, 1))}>
              <X size={14} aria-hidden="true" />
              Remove picture {at + 1}
            </Button>
          </div>
        </div>
      ))}
      {faultOf('media') && <p className="social-over">{faultOf('media')}</p>}
      <div>
        <Button small onClick={() => onChange([...media, { url: '', alt_text: '' }])}>
          <Plus size={14} aria-hidden="true" />
          Add a picture
        </Button>
      </div>
    </fieldset>
  );
}
