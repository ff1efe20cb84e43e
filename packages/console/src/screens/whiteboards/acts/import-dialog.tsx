import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { useFormCall } from '../../../api/use-form-call.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { offerChangeBack } from './change-whiteboard.ts';
import { type ReadDrawing, readDrawing } from './read-drawing.ts';

const modes = [
  ['add', 'Add to what is there'],
  ['replace', 'Replace all elements'],
] as const;

/** Props of the dialog: its whiteboard, and its end. */
export interface ImportDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Renders the form that imports an Excalidraw or JSON Canvas file, then what the file lacks here. */
export function ImportDialog({ id, onClose }: ImportDialogProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [drawing, setDrawing] = useState<ReadDrawing>();
  const [fault, setFault] = useState<string>();
  const [mode, setMode] = useState<(typeof modes)[number][0]>('add');
  const [warnings, setWarnings] = useState<readonly string[]>();
  const { error, isBusy, run } = useFormCall();
  async function choose(file: File | undefined): Promise<void> {
    const read = file && readDrawing(await file.text());
    setDrawing(read);
    setFault(file && !read ? 'This is no Excalidraw or JSON Canvas file.' : undefined);
  }
  const send = () =>
    run(async (idempotency_key) => {
      if (!drawing) return;
      const made = await spaceClient(space.id).whiteboards.import({ id, mode, ...drawing }, { idempotency_key });
      const said = `${made.added} ${made.added === 1 ? 'element is' : 'elements are'} imported.`;
      await offerChangeBack(queries, space.id, id, said, made);
      if (made.warnings.length === 0) onClose();
      else setWarnings(made.warnings);
    });
  if (warnings)
    return (
      <Dialog title="Imported" open onClose={onClose}>
        <div className="stack">
          <p>Some parts of the file have no form on a whiteboard here:</p>
          <ul className="stack">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
          <div className="row end">
            <Button look="primary" onClick={onClose}>
              Done
            </Button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <Dialog title="Import a drawing" open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (drawing && !isBusy) void send();
        }}
      >
        <label className="field">
          <span className="label">File</span>
          <input
            className="input"
            type="file"
            accept=".excalidraw,.canvas,.json"
            onChange={({ target }) => void choose(target.files?.[0])}
          />
          <span className={fault ? 'fault' : 'help'}>{fault ?? 'An Excalidraw file (.excalidraw) or a JSON Canvas file (.canvas).'}</span>
        </label>
        <SelectField label="Elements" value={mode} choices={modes} onChoose={setMode} />
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!drawing || isBusy}>
            Import
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
