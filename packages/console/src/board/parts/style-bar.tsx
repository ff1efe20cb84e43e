import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { BringToFront, Copy, Ellipsis, MessageSquarePlus, Trash2, Type } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '../../parts/button.tsx';
import { Menu, MenuChoices, MenuDivider, MenuItem } from '../../parts/menu.tsx';
import type { FieldValues } from '../model/board-writer.ts';
import * as choices from './style-choices.ts';

/** The acts of the bar that are no change of the look. */
export interface StyleBarActs {
  readonly onText: (() => void) | undefined;
  readonly onComment: (() => void) | undefined;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
  readonly onOrder: (to: 'front' | 'back') => void;
  readonly onGroup: () => void;
  readonly onUngroup: () => void;
  readonly onLock: (is_locked: boolean) => void;
  readonly onArrange: ((layout: 'grid' | 'rows' | 'layers') => void) | undefined;
  readonly onLink: (() => void) | undefined;
}

/** Props of the bar: the selected elements, what changes their look, and the other acts on them. */
export interface StyleBarProps {
  readonly selected: readonly BoardElement[];
  readonly canWrite: boolean;
  readonly onSet: (fields: FieldValues) => void;
  readonly acts: StyleBarActs;
}

const LINES: readonly BoardElement['type'][] = ['line', 'connector', 'freehand'];

/** Renders the look of the selected elements, and what can be done with them. */
export function StyleBar({ selected, canWrite, onSet, acts }: StyleBarProps): ReactElement | null {
  const [first] = selected;
  if (!first) return null;
  const isLocked = selected.every(({ is_locked }) => is_locked);
  const canChange = canWrite && !isLocked;
  return (
    <section aria-label="Selected" className="board-style">
      {canChange && <Look selected={selected} onSet={onSet} />}
      {canChange && acts.onText && (
        <Button look="plain icon" small aria-label="Edit the text" title="Edit the text (Enter)" onClick={acts.onText}>
          <Type size={16} aria-hidden="true" />
        </Button>
      )}
      {acts.onComment && (
        <Button look="plain icon" small aria-label="Comment" title="Comment" onClick={acts.onComment}>
          <MessageSquarePlus size={16} aria-hidden="true" />
        </Button>
      )}
      {canChange && (
        <>
          <Button look="plain icon" small aria-label="Duplicate" title="Duplicate (Ctrl D)" onClick={acts.onDuplicate}>
            <Copy size={16} aria-hidden="true" />
          </Button>
          <Button look="plain icon" small aria-label="Delete" title="Delete" onClick={acts.onDelete}>
            <Trash2 size={16} aria-hidden="true" />
          </Button>
        </>
      )}
      {canWrite && <FurtherActs selected={selected} isLocked={isLocked} acts={acts} />}
    </section>
  );
}

function FurtherActs({
  selected,
  isLocked,
  acts,
}: {
  readonly selected: readonly BoardElement[];
  readonly isLocked: boolean;
  readonly acts: StyleBarActs;
}): ReactElement {
  const { onArrange, onLink } = acts;
  return (
    <BarMenu label="More acts on the selected" icon={<Ellipsis size={16} aria-hidden="true" />}>
      {!isLocked && (
        <>
          <MenuItem onClick={() => acts.onOrder('front')}>
            <BringToFront size={16} aria-hidden="true" /> To the front
          </MenuItem>
          <MenuItem onClick={() => acts.onOrder('back')}>To the back</MenuItem>
          <MenuDivider />
          {selected.length > 1 && <MenuItem onClick={acts.onGroup}>Group</MenuItem>}
          {selected.some(({ group_id }) => group_id !== null) && <MenuItem onClick={acts.onUngroup}>Ungroup</MenuItem>}
          {onLink && <MenuItem onClick={onLink}>Link</MenuItem>}
          {onArrange && selected.length > 1 && (
            <>
              <MenuDivider />
              <MenuItem onClick={() => onArrange('grid')}>Arrange in a grid</MenuItem>
              <MenuItem onClick={() => onArrange('rows')}>Arrange in rows</MenuItem>
              <MenuItem onClick={() => onArrange('layers')}>Arrange along connectors</MenuItem>
            </>
          )}
          <MenuDivider />
        </>
      )}
      <MenuItem onClick={() => acts.onLock(!isLocked)}>{isLocked ? 'Unlock' : 'Lock'}</MenuItem>
    </BarMenu>
  );
}

function Look({ selected, onSet }: Pick<StyleBarProps, 'selected' | 'onSet'>): ReactElement {
  const first = selected[0]!;
  const { style } = first;
  const hasArea = selected.some(({ type }) => !LINES.includes(type) && type !== 'image');
  const line = selected.find((element) => element.type === 'line' || element.type === 'connector');
  const set = (name: string) => (value: unknown) => onSet({ [`style.${name}`]: value });
  const setNumber = (name: string) => (value: string) => set(name)(Number(value));
  return (
    <>
      <ColourMenu
        label="Colour of lines and text"
        value={style.stroke_color}
        colours={choices.strokeColours}
        onChoose={set('stroke_color')}
      />
      {hasArea && (
        <ColourMenu label="Colour of the area" value={style.fill_color} colours={choices.fillColours} onChoose={set('fill_color')}>
          <MenuDivider />
          <MenuChoices label="Pattern" value={style.fill} choices={choices.fills} onChoose={set('fill')} />
        </ColourMenu>
      )}
      <BarMenu label="Line" text="Line">
        <MenuChoices
          label="Width"
          value={String(style.stroke_width)}
          choices={choices.strokeWidths as readonly (readonly [string, string])[]}
          onChoose={setNumber('stroke_width')}
        />
        <MenuChoices label="Dashes" value={style.stroke_style} choices={choices.strokeStyles} onChoose={set('stroke_style')} />
        <MenuChoices
          label="Hand"
          value={String(style.roughness)}
          choices={choices.roughnesses as readonly (readonly [string, string])[]}
          onChoose={setNumber('roughness')}
        />
        {line && <LineChoices line={line} onSet={onSet} />}
      </BarMenu>
      <BarMenu label="Text" text={`${style.font_size}`}>
        <MenuChoices label="Size" value={String(style.font_size)} choices={choices.fontSizes} onChoose={setNumber('font_size')} />
        <MenuChoices label="Align" value={style.align} choices={choices.aligns} onChoose={set('align')} />
      </BarMenu>
    </>
  );
}

type Line = Extract<BoardElement, { type: 'line' | 'connector' }>;

const LineChoices = ({ line, onSet }: { readonly line: Line; readonly onSet: StyleBarProps['onSet'] }): ReactElement => (
  <>
    {line.type === 'connector' && (
      <MenuChoices label="Course" value={line.route} choices={choices.routes} onChoose={(route) => onSet({ route })} />
    )}
    <MenuChoices label="Start" value={line.start_cap} choices={choices.caps} onChoose={(start_cap) => onSet({ start_cap })} />
    <MenuChoices label="End" value={line.end_cap} choices={choices.caps} onChoose={(end_cap) => onSet({ end_cap })} />
  </>
);

interface BarMenuProps {
  readonly label: string;
  readonly text?: string;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** Renders a menu of the bar. Its words on the button follow its name, so that both can be said. */
const BarMenu = ({ label, text, icon, children }: BarMenuProps): ReactElement => (
  <Menu
    side="top"
    trigger={
      icon ? (
        <Button look="plain icon" small aria-label={label} title={label}>
          {icon}
        </Button>
      ) : (
        <Button look="plain" small title={label}>
          {text !== label && <span className="hidden-text">{label} </span>}
          {text}
        </Button>
      )
    }
  >
    {children}
  </Menu>
);

interface ColourMenuProps {
  readonly label: string;
  readonly value: string | null;
  readonly colours: readonly (readonly [colour: string | null, word: string])[];
  readonly onChoose: (colour: string | null) => void;
  readonly children?: ReactNode;
}

const ColourMenu = ({ label, value, colours, onChoose, children }: ColourMenuProps): ReactElement => (
  <BarMenu label={label} icon={<Swatch colour={value} />}>
    {colours.map(([colour, word]) => (
      <MenuItem key={word} onClick={() => onChoose(colour)}>
        <Swatch colour={colour} />
        {word}
        {colour === value && <span className="tail">✓</span>}
      </MenuItem>
    ))}
    {children}
  </BarMenu>
);

const Swatch = ({ colour }: { readonly colour: string | null }): ReactElement => (
  <span
    className={colour === null ? 'swatch none' : 'swatch'}
    style={colour === null ? undefined : { background: colour }}
    aria-hidden="true"
  />
);
