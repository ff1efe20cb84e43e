import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { useFormCall } from '../../../api/use-form-call.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { TextArea } from '../../../parts/text-area.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { offerChangeBack } from './change-whiteboard.ts';
import { readDiagramLines } from './diagram-lines.ts';

const directions = [
  ['down', 'Downwards'],
  ['right', 'To the right'],
  ['up', 'Upwards'],
  ['left', 'To the left'],
] as const;

/** Props of the dialog: its whiteboard, and what shows the new frame. */
export interface DiagramDialogProps {
  readonly id: string;
  readonly onMade: (frame_id: string) => void;
  readonly onClose: () => void;
}

/** Renders the form that draws a diagram of lines, one edge a line. */
export function DiagramDialog({ id, onMade, onClose }: DiagramDialogProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [title, setTitle] = useState('Diagram');
  const [text, setText] = useState('Visitor -> Form: clicks\nForm -> Valid?\nValid? -> Account: yes\nValid? -> Form: no');
  const [direction, setDirection] = useState<(typeof directions)[number][0]>('down');
  const { error, isBusy, run } = useFormCall();
  const read = readDiagramLines(text);
  const fault = 'line' in read ? `Line ${read.line}: ${read.words}` : undefined;
  const canDraw = !('line' in read) && read.nodes.length > 0 && title.trim() !== '' && !isBusy;
  const draw = () =>
    run(async (idempotency_key) => {
      if ('line' in read) return;
      const diagram = { id, title: title.trim(), nodes: [...read.nodes], edges: [...read.edges], direction };
      const made = await spaceClient(space.id).whiteboards.diagram(diagram, { idempotency_key });
      await offerChangeBack(queries, space.id, id, 'The diagram is drawn.', made);
      onMade(made.frame_id);
    });
  return (
    <Dialog title="Draw a diagram" open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (canDraw) void draw();
        }}
      >
        <TextField label="Title" value={title} maxLength={500} onChange={({ target }) => setTitle(target.value)} />
        <TextArea
          label="Nodes and edges"
          rows={8}
          help="One edge a line, such as A -> B: label. A name with ? at its end is a diamond, one in parentheses an ellipse."
          fault={fault}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <SelectField label="Direction" value={direction} choices={directions} onChoose={setDirection} />
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!canDraw}>
            Draw the diagram
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
