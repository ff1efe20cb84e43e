import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { SelectField } from '../../../parts/select-field.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { CreateDialog } from '../create-dialog.tsx';
import { sitesQuery } from '../queries/site.ts';

/** The document of a new page, so that its author begins with the frame of one. */
const startOf = (): string =>
  '<!doctype html>\n<html lang="en">\n<head>\n<style>\nbody { font: 18px/1.6 system-ui; margin: 2rem auto; max-width: 40rem; padding: 0 1rem; }\n</style>\n</head>\n<body>\n<h1>Hello</h1>\n<p>Write here.</p>\n</body>\n</html>\n';

/** Renders the dialog that creates a page, in a site or without one. */
export function CreatePageDialog({
  site_id,
  onClose,
}: {
  readonly site_id?: string | undefined;
  readonly onClose: () => void;
}): ReactElement {
  const sites = useQuery(sitesQuery(useSpace().id)).data ?? [];
  const [chosen, setChosen] = useState(site_id);
  const site = chosen ?? sites[0]?.id ?? '';
  const place = site === '' ? { standalone: true } : { site_id: site };
  return (
    <CreateDialog noun="a page" contract="pages" path="/pages" args={{ layout_html: startOf(), ...place }} onClose={onClose}>
      <SelectField
        label="Site"
        value={site}
        choices={[...sites.map(({ id, title }) => [id, title] as const), ['', 'No site']]}
        onChoose={setChosen}
        help="The first page of a site is its home page. A page without a site has an address of its own."
      />
    </CreateDialog>
  );
}
