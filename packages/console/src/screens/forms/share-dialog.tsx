import type { ReactElement } from 'react';
import { buttonClass } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import type { Form } from './form.ts';

/** Renders the address of a form and the HTML that shows it on a site. */
export const ShareDialog = ({ form, onClose }: { readonly form: Form; readonly onClose: () => void }): ReactElement => (
  <Dialog title="Share this form" open look="wide" onClose={onClose}>
    <div className="stack">
      <section className="stack" aria-label="The page">
        <h3>The page</h3>
        <p className="mono form-address">{form.url}</p>
        <div className="row">
          <CopyButton text={form.url} label="Copy the address" hasText />
          <a className={buttonClass(undefined)} href={form.url} target="_blank" rel="noreferrer">
            Open the page
          </a>
        </div>
        <p className="soft">
          Values in the address fill in fields, such as <code>?name=Ada</code>.
        </p>
      </section>
      <section className="stack" aria-label="On your site, as a card">
        <h3>On your site, as a card</h3>
        <CodeBlock code={form.embed_html} label="Copy the HTML of the card" />
      </section>
      <section className="stack" aria-label="On your site, as a part of the page">
        <h3>On your site, as a part of the page</h3>
        <CodeBlock code={form.embed_inline_html} label="Copy the HTML of the part" />
      </section>
    </div>
  </Dialog>
);
