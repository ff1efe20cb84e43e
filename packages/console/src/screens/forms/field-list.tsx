import { ArrowDown, ArrowUp, Copy, GripVertical, Trash2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { changeField, copyField, type Draft, type DraftField, moveField, removeField } from './draft.ts';
import type { Faults } from './faults.ts';
import { FieldEditor } from './field-editor.tsx';
import { fieldWords } from './field-words.ts';
import type { FormField } from './form.ts';

/** Props of the list of fields; one of them can be open. */
export interface FieldListProps {
  readonly draft: Draft;
  readonly faults: Faults;
  readonly types: readonly FormField['type'][];
  readonly opened: string | undefined;
  /** True for a person who may not change the form. */
  readonly isReadOnly: boolean;
  readonly onOpen: (uid: string | undefined) => void;
  readonly onChange: (draft: Draft) => void;
}

/** Renders the fields of a form in order. A field opens in its place, and moves by buttons, by Alt with an arrow, or by dragging. */
export function FieldList({ draft, faults, types, opened, isReadOnly, onOpen, onChange }: FieldListProps): ReactElement {
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const [said, setSaid] = useState('');
  const { fields } = draft;

  function move(uid: string, to: number): void {
    const moved = moveField(draft, uid, to);
    if (moved === draft) return;
    onChange(moved);
    const index = moved.fields.findIndex((one) => one.uid === uid);
    setSaid(`“${moved.fields[index]!.field.label}” is number ${index + 1} of ${moved.fields.length}.`);
  }

  return (
    <>
      <p className="hidden-text" role="status">
        {said}
      </p>
      <ol className="form-fields">
        {fields.map((one, index) => (
          <li
            key={one.uid}
            className="form-field"
            data-opened={one.uid === opened || undefined}
            data-over={(over === one.uid && dragged !== one.uid) || undefined}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              setOver(one.uid);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== undefined) move(dragged, index);
              setDragged(undefined);
              setOver(undefined);
            }}
          >
            <FieldRow
              one={one}
              index={index}
              count={fields.length}
              isOpen={one.uid === opened}
              isReadOnly={isReadOnly}
              hasFault={faults.fields[one.uid] !== undefined}
              onToggle={() => onOpen(one.uid === opened ? undefined : one.uid)}
              onMove={(to) => move(one.uid, to)}
              onDrag={setDragged}
              onCopy={() => {
                const copied = copyField(draft, one.uid);
                onChange(copied.draft);
                onOpen(copied.uid);
              }}
              onRemove={() => {
                onChange(removeField(draft, one.uid));
                setSaid(`“${one.field.label}” is removed.`);
              }}
            />
            {one.uid === opened && (
              <FieldEditor
                field={one.field}
                others={fields.filter(({ uid }) => uid !== one.uid).map(({ field }) => field)}
                types={types}
                isQuiz={draft.settings.quiz !== null}
                faults={faults.fields[one.uid] ?? {}}
                onChange={(change) => onChange(changeField(draft, one.uid, change))}
              />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

interface FieldRowProps {
  readonly one: DraftField;
  readonly index: number;
  readonly count: number;
  readonly isOpen: boolean;
  readonly isReadOnly: boolean;
  readonly hasFault: boolean;
  readonly onToggle: () => void;
  readonly onMove: (to: number) => void;
  readonly onDrag: (uid: string | undefined) => void;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
}

/** The ways of an arrow with Alt. */
const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

function FieldRow({
  one,
  index,
  count,
  isOpen,
  isReadOnly,
  hasFault,
  onToggle,
  onMove,
  onDrag,
  onCopy,
  onRemove,
}: FieldRowProps): ReactElement {
  const { label, type, required, visible_if } = one.field;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons inside
    <div
      className="form-field-row"
      draggable={!isReadOnly}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        // Firefox drags nothing without data.
        event.dataTransfer.setData('text/plain', label);
        onDrag(one.uid);
      }}
      onDragEnd={() => onDrag(undefined)}
      onKeyDown={(event) => {
        const step = event.altKey ? steps[event.key] : undefined;
        if (step === undefined) return;
        event.preventDefault();
        onMove(index + step);
      }}
    >
      <GripVertical className="form-grip" size={16} aria-hidden="true" />
      <button type="button" className="form-field-name" aria-expanded={isOpen} data-uid={one.uid} onClick={onToggle}>
        <span className="cut">{label === '' ? 'Without a text' : label}</span>
        <span className="soft cut">
          {fieldWords(type).name}
          {required && ' · required'}
          {visible_if && ' · with a condition'}
          {hasFault && <strong className="form-fault"> · has a fault</strong>}
        </span>
      </button>
      <Button small look="plain icon" aria-label={`Move “${label}” up`} disabled={index === 0} onClick={() => onMove(index - 1)}>
        <ArrowUp size={16} aria-hidden="true" />
      </Button>
      <Button small look="plain icon" aria-label={`Move “${label}” down`} disabled={index === count - 1} onClick={() => onMove(index + 1)}>
        <ArrowDown size={16} aria-hidden="true" />
      </Button>
      <Button small look="plain icon" aria-label={`Copy “${label}”`} onClick={onCopy}>
        <Copy size={15} aria-hidden="true" />
      </Button>
      <Button small look="plain icon" aria-label={`Remove “${label}”`} onClick={onRemove}>
        <Trash2 size={15} aria-hidden="true" />
      </Button>
    </div>
  );
}
