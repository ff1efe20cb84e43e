import '../files/files.css';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { spacePath } from '../../routing/paths.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { useTyped } from '../../routing/use-typed.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { createFolder } from '../files/acts/change-files.ts';
import { NameDialog } from '../files/acts/name-dialog.tsx';
import { useFolderPath } from '../files/library/use-folder-path.ts';
import { PlaceTabs } from '../lists/place-tabs.tsx';
import { createContent } from './acts/change-contents.ts';
import { type ContentKind, writeScope } from './kinds/content-kind.ts';
import { ContentCrumbs } from './library/content-crumbs.tsx';
import { contentFilterOf, type ListValues, listParams, orders } from './list/content-filter.ts';
import { ContentList } from './list/content-list.tsx';

/** Props of the screen: the kind that it lists, and the menu of further acts. */
export interface ContentsScreenProps {
  readonly kind: ContentKind;
  readonly moreActs: ReactNode;
}

/** Renders the contents of a kind in a Space folder by folder. */
export function ContentsScreen({ kind, moreActs }: ContentsScreenProps): ReactElement {
  const { contract, noun, label } = kind;
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [values, setParams] = useSearchParams(listParams);
  /** The content that the dialog made, which is opened when it closes. */
  const made = useRef<string>(undefined);
  const folder_id = values.trash ? null : (values.folder ?? null);
  const { path, error, refetch } = useFolderPath(folder_id);
  const folder = path?.at(-1);
  const mayWrite = space.scopes.includes(writeScope(kind)) && !values.trash && folder?.trashed_at == null;
  const title = values.trash ? 'Trash' : folder_id === null ? label : (folder?.name ?? 'Folder');
  const create = mayWrite && (
    <Button look="primary" onClick={() => setParams({ new: noun })}>
      New {noun}
    </Button>
  );
  const close = () => setParams({ new: undefined }, { replace: true });
  return (
    <>
      {(folder_id !== null || values.trash) && <ContentCrumbs kind={kind} above={path?.slice(0, -1) ?? []} />}
      {path ? (
        <PageHead key={folder_id ?? title} title={title} {...(folder_id === null && !values.trash && { about: kind.about })}>
          <SameCall contract={contract} name="list" args={{ ...contentFilterOf(values) }} />
          {moreActs}
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
          <PlaceTabs path={`/${contract}`} />
          <Filters label={label} values={values} onChange={(changed) => setParams(changed, { replace: true })} />
          <ContentList key={JSON.stringify([folder_id, values.trash])} kind={kind} values={values}>
            <div className="row">
              {create}
              <SameCall contract={contract} name="create" args={kind.example} />
            </div>
          </ContentList>
        </>
      )}
      {values.new === noun && mayWrite && (
        <NameDialog
          title={`New ${noun}`}
          action={`Create the ${noun}`}
          onSave={async (name, key) => {
            made.current = await createContent(kind, queries, space.id, name, folder_id, key);
          }}
          onClose={() => (made.current ? navigate(spacePath(space.id, `/${contract}/${made.current}`), { replace: true }) : close())}
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
  readonly label: string;
  readonly values: ListValues;
  readonly onChange: (values: Partial<ListValues>) => void;
}

function Filters({ label, values, onChange }: FiltersProps): ReactElement {
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
          ['', label],
          ['trash', 'Trash'],
        ]}
        onChoose={(shown) => onChange({ trash: shown === 'trash' || undefined, folder: undefined })}
      />
    </search>
  );
}
