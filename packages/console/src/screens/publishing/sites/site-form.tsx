import type { ReactElement } from 'react';
import { faultsOf } from '../../../api/faults.ts';
import { TextField } from '../../../parts/field.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { TextArea } from '../../../parts/text-area.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { textOrNull } from '../edits.ts';
import { navLayouts, type Site } from '../queries/site.ts';
import { SaveBar } from '../save-bar.tsx';
import type { Edits } from '../use-edits.ts';

/** Renders the settings of a site. Visitors see a change immediately. */
export function SiteForm({ edits }: { readonly edits: Edits<Site> }): ReactElement {
  const isReadOnly = !useSpace().scopes.includes('pages:write');
  const { value, set, save, error } = edits;
  const faultOf = faultsOf(error);
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
        help="The name of the site, in its navigation"
        fault={faultOf('title')}
        value={value.title}
        onChange={(event) => set({ title: event.target.value })}
      />
      <TextArea
        label="Description"
        maxLength={4_000}
        readOnly={isReadOnly}
        help="The purpose of the site, for the people who work on it"
        fault={faultOf('description')}
        value={value.description ?? ''}
        onChange={(event) => set({ description: textOrNull(event.target.value) })}
      />
      <SelectField
        label="Navigation"
        value={value.nav_layout}
        choices={navLayouts}
        disabled={isReadOnly}
        onChoose={(nav_layout) => set({ nav_layout })}
      />
      <TextField
        label="Logo"
        type="url"
        placeholder="https://…"
        maxLength={2_048}
        readOnly={isReadOnly}
        help="The address of a picture before the title in the navigation"
        fault={faultOf('logo_url')}
        value={value.logo_url ?? ''}
        onChange={(event) => set({ logo_url: textOrNull(event.target.value) })}
      />
      <TextField
        label="Part of its address"
        required
        maxLength={80}
        readOnly={isReadOnly}
        help="Small letters, digits and hyphens. Old addresses lead to the new ones."
        fault={faultOf('slug')}
        value={value.slug}
        onChange={(event) => set({ slug: event.target.value })}
      />
      {!isReadOnly && <SaveBar edits={edits} label="Save the settings" />}
    </form>
  );
}
