import { type ReactElement, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { meantAddress } from '../model/meant-address.ts';

/** Props of the dialog: the address of the link at the cursor, and what is done with another one. */
export interface LinkDialogProps {
  readonly href: string;
  readonly onSave: (href: string) => void;
  readonly onRemove: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Renders the field for the address of a link. */
export function LinkDialog({ href, onSave, onRemove, onClose }: LinkDialogProps): ReactElement {
  const [text, setText] = useState(href);
  const [isRefused, setRefused] = useState(false);
  return (
    <Dialog title="Link" open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const meant = meantAddress(text);
          if (meant === undefined) return setRefused(true);
          onSave(meant);
        }}
      >
        <TextField
          label="Address"
          value={text}
          placeholder="https://example.com"
          help="A web address, an email address, or a thing of the Space such as space:table/tbl_…"
          fault={isRefused ? 'Addresses begin with https, http, mailto, tel or space.' : undefined}
          onChange={({ target }) => {
            setText(target.value);
            setRefused(false);
          }}
        />
        <div className="row end">
          {onRemove && <Button onClick={onRemove}>Remove the link</Button>}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Save the link
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
