import { NONE } from '@domain/history/billed-days';
import { type FilterKey, readHistoryQuery, withFilter, withoutPart } from '@domain/history/history-query';
import { UNASSOCIATED } from '@domain/history/project-map';
import { optionsOf } from '@domain/history/query-completion';
import type { HistoryValues } from '@domain/history/record';
import { ChevronDown, ListFilterPlus, X } from 'lucide-react';
import { projectWords } from '../../app/project-words';
import { modelWords } from '../../app/usage-words';
import { Button } from '../../ui/Button';
import { classNames } from '../../ui/class-names';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Menu, MenuItem } from '../../ui/Menu';
import styles from './FilterBar.module.css';
import { filterAction } from './use-results-actions';

const SHOWN = ['since', 'bead', 'agent', 'tag', 'status'] as const satisfies readonly FilterKey[];
const MORE = [
  'project',
  'outcome',
  'model',
  'cost',
  'has',
  'from',
  'until',
  'billed',
] as const satisfies readonly FilterKey[];

const NAMES: Readonly<Record<FilterKey, string>> = {
  since: 'Any time',
  until: 'Until',
  billed: 'Billed',
  bead: 'Bead',
  agent: 'Agent',
  tag: 'Tag',
  status: 'Status',
  project: 'Project',
  outcome: 'Outcome',
  model: 'Model',
  cost: 'Cost',
  has: 'Has',
  from: 'From',
};
const TIMES: Readonly<Record<string, string>> = {
  today: 'Today',
  yesterday: 'Since yesterday',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
};
const MOST = 30;
const NOTHING: HistoryValues = { projects: [], folders: [], beads: [], agents: [], tags: [], models: [] };

type FilterBarProps = {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly values: HistoryValues | undefined;
};

/** The filters of the text as buttons: what is set here stands there, and the other way round. */
export function FilterBar({ text, onChange, values = NOTHING }: FilterBarProps) {
  const { parts } = readHistoryQuery(text, Date.now());
  const setTo = (key: FilterKey) => {
    const set = parts.filter((part) => part.key === key && part.value !== '');
    return set.findLast(({ isNot }) => !isNot)?.value ?? leftOut(set.length);
  };
  const keys: readonly FilterKey[] = [...SHOWN, ...MORE.filter((key) => setTo(key) !== undefined)];
  const left = MORE.filter((key) => setTo(key) === undefined);
  const wrong = parts.filter(({ problem }) => problem !== null);
  const menuOf = (key: FilterKey) => (
    <Choices
      key={key}
      name={key}
      value={setTo(key)}
      options={optionsOf(key, values)}
      onChoose={(value) => onChange(withFilter(text, key, value))}
    />
  );
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around buttons in a row */}
      <div className={styles['bar']} role="group" aria-label="Filters">
        {keys.map(menuOf)}
        {left.length > 0 && (
          <Menu
            trigger={
              <IconButton
                icon={ListFilterPlus}
                size="s"
                label="More filters"
                data-action="history.filter-more"
              />
            }
          >
            {left.map((key) => (
              <MenuItem
                key={key}
                hint={hintOf(key)}
                onSelect={() => onChange(`${text.trimEnd()} ${key}:`.trimStart())}
              >
                {NAMES[key]}
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
      {wrong.map((part) => (
        <div key={part.from} className={styles['wrong']} role="status">
          <span>
            <code>
              {part.key}:{part.value}
            </code>{' '}
            is left out: it takes {part.problem}.
          </span>
          <Button size="s" variant="quiet" icon={X} onClick={() => onChange(withoutPart(text, part))}>
            Remove
          </Button>
        </div>
      ))}
    </>
  );
}

function hintOf(key: FilterKey): string {
  const hints: Partial<Record<FilterKey, string>> = {
    project: 'a project, a folder or its name',
    outcome: 'how it ended',
    model: 'part of its name',
    cost: '>1, <0.50, 1..5 dollars',
    has: 'commits, files, a bead, Claude’s own cost',
    from: 'the console or a terminal',
    until: 'not newer than',
    billed: 'a day, or days like 2026-10-01..',
  };
  return hints[key] ?? '';
}

type ChoicesProps = {
  readonly name: FilterKey;
  readonly value: string | undefined;
  readonly options: readonly string[];
  readonly onChoose: (value: string) => void;
};

function Choices({ name, value, options, onChoose }: ChoicesProps) {
  const isSet = value !== undefined;
  const label = isSet ? valueWords(name, value) : NAMES[name];
  return (
    <Menu
      trigger={
        <Button
          size="s"
          data-action={filterAction(name)}
          aria-label={isSet ? `${name}: ${label}` : name === 'since' ? NAMES[name] : `${NAMES[name]}: any`}
          className={classNames(styles['choice'], isSet && styles['set'])}
        >
          <span className={classNames(styles['label'], 'cut')}>{label}</span>
          <Icon of={ChevronDown} size="xs" />
        </Button>
      }
    >
      <MenuItem isChosen={!isSet} onSelect={() => onChoose('')}>
        {name === 'since' ? 'Any time' : 'Any'}
      </MenuItem>
      {options.slice(0, MOST).map((option) => (
        <MenuItem
          key={option}
          isChosen={option === value}
          hint={name === 'project' && option !== UNASSOCIATED ? option : undefined}
          onSelect={() => onChoose(option)}
        >
          {valueWords(name, option)}
        </MenuItem>
      ))}
      {options.length > MOST && <div className={styles['rest']}>Type {name}: for the others</div>}
      {options.length === 0 && <div className={styles['rest']}>None is known yet</div>}
    </Menu>
  );
}

/** `-bead:` stands in the text alone; here it says how many. */
const leftOut = (beads: number) =>
  beads === 0 ? undefined : beads === 1 ? 'Not one bead' : `Not these ${beads}`;

const TRAITS: Readonly<Record<string, string>> = {
  bead: 'a bead',
  'claude-cost': 'Claude’s own cost',
  unpriced: 'tokens without a price',
};

function billedWords(days: string): string {
  if (days === 'any') return 'Billed at any time';
  if (days === 'undated') return 'Billed without a date';
  const [from = '', to] = days.split('..');
  if (to === undefined) return `Billed on ${from}`;
  if (from === '') return `Billed until ${to}`;
  return to === '' ? `Billed since ${from}` : `Billed ${from} to ${to}`;
}

function valueWords(key: FilterKey, value: string): string {
  if (key === 'since') return TIMES[value] ?? `Since ${value}`;
  if (key === 'until') return `Until ${value}`;
  if (key === 'model') return modelWords(value);
  if (key === 'project') return projectWords(value);
  if (key === 'cost') return `$ ${value}`;
  if (key === 'billed') return billedWords(value);
  if (value === NONE && (key === 'bead' || key === 'agent')) return `No ${key}`;
  if (key === 'has') return TRAITS[value] ?? value;
  if (key === 'from') return value === 'terminal' ? 'a terminal' : 'the console';
  return value;
}
