import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { faultsOf } from '../../../api/faults.ts';
import { TextField } from '../../../parts/field.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { Tick } from '../../../parts/tick.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { textOrNull } from '../edits.ts';
import type { Page } from '../queries/page.ts';
import { sitesQuery } from '../queries/site.ts';
import { SaveBar } from '../save-bar.tsx';
import type { Edits } from '../use-edits.ts';

/** Renders the place of a page in its site, and whether search engines list it. Visitors see a change immediately. */
export function PlaceForm({ edits }: { readonly edits: Edits<Page> }): ReactElement {
  const space = useSpace();
  const sites = useQuery(sitesQuery(space.id)).data ?? [];
  const isReadOnly = !space.scopes.includes('pages:write');
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
      <h2>Place</h2>
      <p className="soft">Visitors see these changes immediately, without a new publication.</p>
      <SelectField
        label="Site"
        value={value.site_id ?? ''}
        choices={[['', 'No site'], ...sites.map(({ id, title }) => [id, title] as const)]}
        disabled={isReadOnly}
        onChoose={(chosen) => set({ site_id: textOrNull(chosen) })}
        help="A page that leaves a site loses its place in the navigation."
      />
      <TextField
        label="Name in the navigation"
        placeholder={value.title}
        maxLength={80}
        readOnly={isReadOnly}
        fault={faultOf('nav_label')}
        value={value.nav_label ?? ''}
        onChange={(event) => set({ nav_label: textOrNull(event.target.value) })}
      />
      <Tick
        label="Show it in the navigation of the site"
        checked={value.show_in_nav}
        disabled={isReadOnly}
        onChange={(show_in_nav) => set({ show_in_nav })}
      />
      <Tick label="Search engines may list it" checked={value.indexed} disabled={isReadOnly} onChange={(indexed) => set({ indexed })} />
      {!isReadOnly && <SaveBar edits={edits} label="Save the place" />}
    </form>
  );
}
