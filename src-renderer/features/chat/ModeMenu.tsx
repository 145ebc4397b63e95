import type { PermissionMode } from '@domain/session/live';
import type { Session } from '@domain/session/record';
import { ChevronDown, Shield } from 'lucide-react';
import { Button } from '../../ui/Button';
import { Menu, MenuItem } from '../../ui/Menu';

const MODES = [
  { value: 'default', name: 'Ask each time' },
  { value: 'acceptEdits', name: 'Accept edits' },
  { value: 'plan', name: 'Plan first' },
] as const;
/** Chosen on the command line: said, and left by choosing another. */
const OTHERS = [
  { value: 'dontAsk', name: 'Never ask' },
  { value: 'bypassPermissions', name: 'Allow everything' },
] as const;
const EVERY: readonly { value: PermissionMode; name: string }[] = [...MODES, ...OTHERS];
export type Mode = (typeof MODES)[number]['value'];

export function readMode(kept: unknown, otherwise: Mode): Mode {
  return MODES.find(({ value }) => value === kept)?.value ?? otherwise;
}

/** The one that a session keeps for itself; undefined: nobody chose one for it. */
export function modeOf({ metadata }: Pick<Session, 'metadata'>): PermissionMode | undefined {
  return EVERY.find(({ value }) => value === metadata['permission_mode'])?.value;
}

type ModeMenuProps = { mode: PermissionMode; onChange: (mode: Mode) => void };

/** What Claude may do without asking, chosen before it starts. */
export function ModeMenu({ mode, onChange }: ModeMenuProps) {
  return (
    <Menu
      side="top"
      trigger={
        <Button variant="quiet" size="s" icon={Shield} data-action="sessions.mode">
          {EVERY.find(({ value }) => value === mode)?.name}
          <ChevronDown size={12} aria-hidden="true" />
        </Button>
      }
    >
      {MODES.map(({ value, name }) => (
        <MenuItem key={value} isChosen={value === mode} onSelect={() => onChange(value)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
