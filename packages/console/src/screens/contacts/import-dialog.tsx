import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { type SpaceClient, spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Choices } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Select } from '../../parts/select.tsx';
import { useSpace } from '../../shell/session.tsx';
import { csvHeaders, guessField, importFields, mappingOf } from './csv-header.ts';
import { ImportResult } from './import-result.tsx';
import { offerRevert } from './revert.ts';

type Imported = Awaited<ReturnType<SpaceClient['contacts']['import']>>;

/** Characters of one import. */
const MAX_CHARACTERS = 1_000_000;

/** Renders the import of contacts: a file or a text, a field for each header, a check, and the import. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [csv, setCsv] = useState('');
  const [targets, setTargets] = useState<Readonly<Record<string, string>>>({});
  const [mode, setMode] = useState<'all_or_nothing' | 'per_line'>('all_or_nothing');
  const [checked, setChecked] = useState<Imported>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const headers = csvHeaders(csv);
  const args = {
    csv,
    mode,
    columns: mappingOf(Object.fromEntries(headers.map((header) => [header, targets[header] ?? guessField(header)]))),
  };
  const isReady = csv.trim() !== '' && csv.length <= MAX_CHARACTERS;

  function give(text: string): void {
    setCsv(text);
    setTargets({});
    setChecked(undefined);
    setError(undefined);
  }

  async function send(isCheck: boolean): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      const answer = await spaceClient(space.id).contacts.import(args, isCheck ? { dry_run: true } : {});
      setChecked(answer);
      const isDone = !isCheck && (answer.failed === 0 || mode === 'per_line');
      if (isDone) {
        onClose();
        const said = `The import is done. New: ${answer.created}, changed: ${answer.updated}, lines left out: ${answer.failed}.`;
        await offerRevert(queries, space.id, said, answer.change_id);
      }
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog title="Import contacts" open look="wide" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && isReady) void send(checked === undefined);
        }}
      >
        <label className="field">
          <span className="label">A CSV file</span>
          <input
            type="file"
            accept=".csv,text/csv"
            className="input"
            onChange={(event) => void event.target.files?.[0]?.text().then(give)}
          />
        </label>
        <label className="field">
          <span className="label">Or its text, the header first</span>
          <textarea
            className="input mono"
            rows={5}
            placeholder={'name,email,tags\nAda Lovelace,ada@example.com,customer'}
            value={csv}
            onChange={(event) => give(event.target.value)}
          />
        </label>
        {csv.length > MAX_CHARACTERS && <p className="fault">An import has at most a million characters. Cut the file in two.</p>}
        {headers.length > 0 && (
          <fieldset className="field">
            <legend className="label">Each column fills</legend>
            <div className="filters">
              {headers.map((header) => (
                <div key={header} className="field">
                  <span className="label">{header}</span>
                  <Select
                    label={`The field of ${header}`}
                    value={targets[header] ?? guessField(header)}
                    choices={[
                      ['', 'Nothing'],
                      ...importFields.map((field) => [field, field.replaceAll('_', ' ')] as const),
                      [
                        header.startsWith('custom_fields.') ? header : `custom_fields.${header}`,
                        `own field “${header.replace('custom_fields.', '')}”`,
                      ],
                    ]}
                    onChoose={(field) => {
                      setTargets({ ...targets, [header]: field });
                      setChecked(undefined);
                    }}
                  />
                </div>
              ))}
            </div>
          </fieldset>
        )}
        <Choices
          legend="If a line is wrong"
          name="mode"
          value={mode}
          choices={[
            ['all_or_nothing', 'Store nothing'],
            ['per_line', 'Store the others'],
          ]}
          onChoose={(chosen) => {
            setMode(chosen);
            setChecked(undefined);
          }}
        />
        {error !== undefined && <ProblemNotice error={error} />}
        {checked && <ImportResult result={checked} />}
        <div className="row end">
          <SameCall contract="contacts" name="import" args={args} />
          <Button onClick={onClose}>Cancel</Button>
          {checked && (
            <Button disabled={isBusy} onClick={() => void send(true)}>
              Check again
            </Button>
          )}
          <Button
            type="submit"
            look="primary"
            disabled={isBusy || !isReady || (checked !== undefined && mode === 'all_or_nothing' && checked.failed > 0)}
          >
            {checked ? `Import (${checked.created + checked.updated})` : 'Check the lines'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
