import { UNASSOCIATED } from '@domain/history/project-map';
import { ChevronDown } from 'lucide-react';
import { projectWords } from '../../app/project-words';
import { useQueryEntry } from '../../bridge/react';
import { IconButton } from '../../ui/IconButton';
import { Menu, MenuItem } from '../../ui/Menu';
import { Segments } from '../../ui/Segments';

/** This project, all of them, or the path of another one. */
export type Place = string;

const PLACES = [
  { value: 'project', label: 'This project' },
  { value: 'all', label: 'All projects' },
] as const;

type ProjectChoiceProps = {
  readonly place: Place;
  /** The one that is open. */
  readonly project: string | undefined;
  readonly onChange: (place: Place) => void;
};

/** Whose sessions are counted. Another project, once chosen, stands beside the other two. */
export function ProjectChoice({ place, project, onChange }: ProjectChoiceProps) {
  const { data } = useQueryEntry('history.values', {});
  const others = (data?.projects ?? []).filter((each) => each !== project);
  const isOther = PLACES.every(({ value }) => value !== place);
  return (
    <>
      <Segments
        label="Sessions of"
        value={place}
        choices={isOther ? [...PLACES, { value: place, label: projectWords(place) }] : PLACES}
        onChange={onChange}
      />
      {others.length > 0 && (
        <Menu
          align="end"
          trigger={
            <IconButton icon={ChevronDown} label="Another project" data-action="dashboard.other-project" />
          }
        >
          {others.map((each) => (
            <MenuItem
              key={each}
              isChosen={each === place}
              hint={each === UNASSOCIATED ? undefined : each}
              onSelect={() => onChange(each)}
            >
              {projectWords(each)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
