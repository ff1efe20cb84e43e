import '../files/files.css';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useRef } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import type { PathArguments } from '../../routing/designed-screens.ts';
import { spacePath } from '../../routing/paths.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { useTyped } from '../../routing/use-typed.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { MoreActs } from '../acts/more-acts.tsx';
import { createFolder } from '../files/acts/change-files.ts';
import { NameDialog } from '../files/acts/name-dialog.tsx';
import { useFolderPath } from '../files/library/use-folder-path.ts';
import { PlaceTabs } from '../lists/place-tabs.tsx';
import { createDocument } from './acts/change-documents.ts';
import { DocumentCrumbs } from './library/document-crumbs.tsx';
import { documentFilterOf, type ListValues, listParams, orders } from './list/document-filter.ts';
import { DocumentList } from './list/document-list.tsx';

/** Operations that the screen has as buttons. */
const HAS = ['documents.create'];

/** Renders the documents of a Space folder by folder. */
export function DocumentsScreen(_: PathArguments): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [values, setParams] = useSearchParams(listParams);
  /** The document that the dialog made, which is opened when it closes. */
  const made = useRef<string>(undefined);
  const folder_id = values.trash ? null : (values.folder ?? null);
  const { path, error, refetch } = useFolderPath(folder_id);
  const folder = path?.at(-1);
  const mayWrite = space.scopes.includes('documents:write') && !values.trash && folder?.trashed_at == null;
  const title = values.trash ? 'Trash' : folder_id === null ? 'Documents' : (folder?.name ?? 'Folder');
  const create = mayWrite && (
    <Button look="primary" onClick={() => setParams({ new: 'document' })}>
      New document
    </Button>
  );
  const close = () => setParams({ new: undefined }, { replace: true });
  return (
    <>
      {(folder_id !== null || values.trash) && <DocumentCrumbs above={path?.slice(0, -1) ?? []} />}
      {path ? (
        <PageHead
          key={folder_id ?? title}
          title={title}
          {...(folder_id === null && !values.trash && { about: 'Texts that people and agents write together.' })}
        >
          <SameCall contract="documents" name="list" args={documentFilterOf(values)} />
          <MoreActs contract="documents" name="list" except={HAS} />
          {mayWrite && <Button onClick={() => setParams({ new: 'folder' })}>New folder</Button>}
          {create}
        </PageHead>
      ) : error ? (
        <PageHead title={title} />
      ) : (
        <h1 className="hidden-text">{title}</h1>
      )}
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!path && !error && <Skeleton />}
      {path && (
        <>
          <PlaceTabs path="/documents" />
          <Filters values={values} onChange={(changed) => setParams(changed, { replace: true })} />
          <DocumentList key={JSON.stringify([folder_id, values.trash])} values={values}>
            <div className="row">
              {create}
              <SameCall contract="documents" name="create" args={{ title: 'Launch plan', markdown: '# Launch\n\nWe launch in May.' }} />
            </div>
          </DocumentList>
        </>
      )}
      {values.new === 'document' && mayWrite && (
        <NameDialog
          title="New document"
          action="Create the document"
          onSave={async (name, key) => {
            made.current = await createDocument(queries, space.id, name, folder_id, key);
          }}
          onClose={() => (made.current ? navigate(spacePath(space.id, `/documents/${made.current}`), { replace: true }) : close())}
        />
      )}
      {values.new === 'folder' && mayWrite && (
        <NameDialog
          title="New folder"
          action="Create the folder"
          onSave={(name, key) => createFolder(queries, space.id, name, folder_id, key)}
          onClose={close}
        />
      )}
    </>
  );
}

interface FiltersProps {
  readonly values: ListValues;
  readonly onChange: (values: Partial<ListValues>) => void;
}

function Filters({ values, onChange }: FiltersProps): ReactElement {
  const [typed, setTyped] = useTyped(values.search ?? '', (search) => onChange({ search: search === '' ? undefined : search }));
  return (
    <search className="filters file-filters">
      <TextField
        label="Filter"
        type="search"
        placeholder="Part of a title"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField label="Order" value={values.sort ?? '-updated_at'} choices={orders} onChoose={(sort) => onChange({ sort })} />
      <SelectField
        label="Show"
        value={values.trash ? 'trash' : ''}
        choices={[
          ['', 'Documents'],
          ['trash', 'Trash'],
        ]}
        onChoose={(shown) => onChange({ trash: shown === 'trash' || undefined, folder: undefined })}
      />
    </search>
  );
}
