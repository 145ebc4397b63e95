import type { BoardQuery } from '@domain/bead/query';
import { ChevronDown } from 'lucide-react';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Menu, MenuItem } from '../../ui/Menu';
import { type FilterChoice, type FilterField, isChosen, toggled } from './filter-choices.logic';

type FilterMenuProps = {
  readonly choice: FilterChoice;
  readonly query: BoardQuery;
  readonly onQuery: (query: BoardQuery) => void;
};

const NONE: Readonly<Record<FilterField, string>> = {
  types: 'a type',
  priorities: 'a priority',
  labels: 'a label',
  assignees: 'an assignee',
  epics: 'an epic',
};

export function FilterMenu({ choice, query, onQuery }: FilterMenuProps) {
  const { field, name, options } = choice;
  const chosen = options.filter(({ value }) => isChosen(query, field, value));
  const first = chosen[0];
  const words =
    first === undefined
      ? name
      : chosen.length === 1
        ? `${name}: ${first.label}`
        : `${name}: ${chosen.length}`;
  return (
    <Menu
      trigger={
        <Button
          size="s"
          variant={first === undefined ? 'quiet' : 'plain'}
          data-action={`board.filter-${field}`}
        >
          <span className="cut">{words}</span>
          <Icon of={ChevronDown} size="xs" />
        </Button>
      }
    >
      {options.length === 0 && (
        <MenuItem disabledReason={`No bead here has ${NONE[field]}.`} onSelect={() => {}}>
          Nothing to choose
        </MenuItem>
      )}
      {options.map(({ value, label, count }) => (
        <MenuItem
          key={value}
          count={count}
          isChosen={isChosen(query, field, value)}
          onSelect={() => onQuery(toggled(query, field, value))}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
