import { type ReactElement, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';

/** Props of the dialog: the present address, what saves another one, and its end. */
export interface ElementLinkDialogProps {
  readonly link: string;
  readonly onSave: (link: string | null) => void;
  readonly onClose: () => void;
}

const ADDRESS = /^(?:https?:\/\/|mailto:|space:)[^\s]+$/i;

/** Renders the web address to which an element leads. */
export function ElementLinkDialog({ link, onSave, onClose }: ElementLinkDialogProps): ReactElement {
  const [text, setText] = useState(link);
  const address = text.trim();
  const isFit = address === '' || ADDRESS.test(address);
  return (
    <Dialog title="Link of the element" open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isFit) return;
          onSave(address === '' ? null : address);
          onClose();
        }}
      >
        <TextField
          label="Address"
          placeholder="https://example.com"
          help="https://, http://, mailto: or space:. Empty for no link."
          fault={isFit ? undefined : 'An address begins with https://, http://, mailto: or space:.'}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="row end">
          {link !== '' && /^https?:/i.test(link) && (
            <a className="button" href={link} target="_blank" rel="noreferrer noopener">
              Open
            </a>
          )}
          <Button type="submit" look="primary" disabled={!isFit}>
            Save the link
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
