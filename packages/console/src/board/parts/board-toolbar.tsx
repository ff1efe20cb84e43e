import {
  Circle,
  Diamond,
  Frame,
  Hand,
  Image,
  Link2,
  type LucideIcon,
  MousePointer2,
  PencilLine,
  Redo2,
  Slash,
  Spline,
  Square,
  StickyNote,
  Type,
  Undo2,
  Workflow,
} from 'lucide-react';
import type { KeyboardEvent, ReactElement, Ref } from 'react';
import { buttonClass } from '../../parts/button.tsx';
import { type Tool, tools } from '../tools/tool.ts';

const icons: Readonly<Record<Tool, LucideIcon>> = {
  select: MousePointer2,
  hand: Hand,
  sticky: StickyNote,
  rectangle: Square,
  ellipse: Circle,
  diamond: Diamond,
  text: Type,
  line: Slash,
  connector: Spline,
  freehand: PencilLine,
  frame: Frame,
};

/** The dialogs that the toolbar opens. */
export type BoardDialog = 'picture' | 'card' | 'diagram';

/** Props of the toolbar: the tool that is chosen, and what its buttons do. */
export interface BoardToolbarProps {
  readonly tool: Tool;
  readonly canWrite: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly onTool: (tool: Tool) => void;
  readonly onDialog: (dialog: BoardDialog) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly ref?: Ref<HTMLDivElement>;
}

/** Renders the tools of a whiteboard. They are one stop for Tab; arrows move in them. */
export function BoardToolbar(props: BoardToolbarProps): ReactElement {
  const { tool, canWrite, canUndo, canRedo, onTool, onDialog, onUndo, onRedo, ref } = props;
  const shown = tools.filter(([name]) => canWrite || name === 'select' || name === 'hand');
  return (
    <div ref={ref} role="toolbar" aria-label="Tools" aria-orientation="horizontal" className="board-toolbar" onKeyDown={moveFocus}>
      {shown.map(([name, key, label]) => (
        <ToolButton
          key={name}
          label={label}
          hint={key}
          icon={icons[name]}
          isPressed={name === tool}
          isStop={name === tool}
          onPress={() => onTool(name)}
        />
      ))}
      {canWrite && (
        <>
          <ToolButton label="Picture" icon={Image} onPress={() => onDialog('picture')} />
          <ToolButton label="Card of a thing" icon={Link2} onPress={() => onDialog('card')} />
          <ToolButton label="Diagram from text" icon={Workflow} onPress={() => onDialog('diagram')} />
          <ToolButton label="Undo" icon={Undo2} isOff={!canUndo} onPress={onUndo} />
          <ToolButton label="Redo" icon={Redo2} isOff={!canRedo} onPress={onRedo} />
        </>
      )}
    </div>
  );
}

interface ToolButtonProps {
  readonly label: string;
  readonly hint?: string;
  readonly icon: LucideIcon;
  readonly isPressed?: boolean;
  readonly isOff?: boolean;
  readonly isStop?: boolean;
  readonly onPress: () => void;
}

function ToolButton({ label, hint, icon: Icon, isPressed, isOff = false, isStop = false, onPress }: ToolButtonProps): ReactElement {
  return (
    <button
      type="button"
      className={buttonClass('plain icon', true)}
      aria-label={label}
      title={hint ? `${label} (${hint})` : label}
      aria-pressed={isPressed}
      aria-disabled={isOff || undefined}
      tabIndex={isStop ? 0 : -1}
      onClick={() => !isOff && onPress()}
    >
      <Icon size={18} aria-hidden="true" />
    </button>
  );
}

/** Moves the focus in a toolbar by the arrows, Home and End. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const from = buttons.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (to === undefined || from < 0) return;
  event.preventDefault();
  buttons[(to + buttons.length) % buttons.length]!.focus();
}
