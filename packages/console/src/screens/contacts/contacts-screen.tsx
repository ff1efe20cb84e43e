import './contacts.css';
import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { downloadFile } from '../../api/download.ts';
import { Button } from '../../parts/button.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { sayFailed } from '../../parts/toast.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { MoreActs } from '../acts/more-acts.tsx';
import { PlaceTabs } from '../lists/place-tabs.tsx';
import { filterOf, listParams } from './contact-filter.ts';
import { ContactFilters } from './contact-filters.tsx';
import { ContactList } from './contact-list.tsx';
import { CreateContactDialog } from './create-contact-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';

/** Renders the contacts of a Space with their filters, and what can be done with many of them. */
export function ContactsScreen(): ReactElement {
  const space = useSpace();
  const [, navigate] = useLocation();
  const [values, setParams] = useSearchParams(listParams);
  const mayWrite = space.scopes.includes('contacts:write');
  const filter = filterOf(values);
  const close = () => setParams({ new: undefined }, { replace: true });
  return (
    <>
      <PageHead title="Contacts" about="The people that this Space knows.">
        <SameCall contract="contacts" name="list" args={filter} />
        <MoreActs
          contract="contacts"
          name="list"
          except={['contacts.create', 'contacts.import', 'contacts.export', 'contacts.revert_bulk']}
        />
        <Button onClick={() => void downloadFile(space.id, '/contacts/export', filter, 'contacts.csv').catch(sayFailed)}>Export</Button>
        {mayWrite && <Button onClick={() => setParams({ new: 'import' })}>Import</Button>}
        {mayWrite && (
          <Button look="primary" onClick={() => setParams({ new: 'contact' })}>
            <Plus size={16} aria-hidden="true" />
            New contact
          </Button>
        )}
      </PageHead>
      <PlaceTabs path="/contacts" />
      <ContactFilters values={values} onChange={(changed) => setParams(changed, { replace: true })} />
      <ContactList
        filter={filter}
        columns={values.columns}
        onSort={(sort) => setParams({ sort }, { replace: true })}
        onCreate={() => setParams({ new: 'contact' })}
      />
      {values.new === 'contact' && mayWrite && (
        <CreateContactDialog onClose={close} onCreated={(id) => navigate(spacePath(space.id, `/contacts/${id}`))} />
      )}
      {values.new === 'import' && mayWrite && <ImportDialog onClose={close} />}
    </>
  );
}
