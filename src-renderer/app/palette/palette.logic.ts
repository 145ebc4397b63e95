export type Findable = {
  readonly id: string;
  readonly name: string;
  readonly section: string;
  readonly prefix?: '>' | '#' | '@';
  readonly words?: string;
};

/** Those that need a person come first; a section not named here follows, in the order it came. */
const SECTIONS = ['Recent', 'Sessions', 'Beads', 'Commands', 'Projects', 'Files', 'History'];
const MOST = 50;
const MOST_RECENT = 5;

export function parseQuery(typed: string): { prefix: '>' | '#' | '@' | null; words: readonly string[] } {
  const text = typed.trimStart();
  const first = text.charAt(0);
  const prefix = first === '>' || first === '#' || first === '@' ? first : null;
  const rest = prefix === null ? text : text.slice(1);
  const words = rest
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return { prefix, words };
}

/** Every word must be found; 0 is a miss. The beginning of the name counts most, then of a word, then anywhere. */
export function score(item: Pick<Findable, 'name' | 'words'>, words: readonly string[]): number {
  const name = item.name.toLowerCase();
  const other = item.words?.toLowerCase() ?? '';
  let sum = 1;
  for (const word of words) {
    const at = name.indexOf(word);
    if (at === 0) sum += 8;
    else if (at > 0 && !/[\p{L}\p{N}]/u.test(name.charAt(at - 1))) sum += 5;
    else if (at > 0) sum += 3;
    else if (other.includes(word)) sum += 1;
    else return 0;
  }
  return sum;
}

export function findItems<T extends Findable>(
  items: readonly T[],
  typed: string,
  recent: readonly string[],
): readonly T[] {
  const { prefix, words } = parseQuery(typed);
  const wanted = prefix === null ? items : items.filter((item) => item.prefix === prefix);
  if (typed.trim() === '') return beginning(items, recent);
  const lately = (item: T) => {
    const index = recent.indexOf(item.id);
    return index < 0 ? 0 : 1 - index / 100;
  };
  const found = wanted
    .map((item) => ({ item, points: score(item, words) }))
    .filter(({ points }) => points > 0)
    .map(({ item, points }) => ({ item, points: points + lately(item) }));
  return found
    .sort((a, b) => placeOf(a.item) - placeOf(b.item) || b.points - a.points)
    .slice(0, MOST)
    .map(({ item }) => item);
}

function placeOf({ section }: Findable): number {
  const index = SECTIONS.indexOf(section);
  return index < 0 ? SECTIONS.length : index;
}

/** Nothing is typed yet: the last five things, then the rest. */
function beginning<T extends Findable>(items: readonly T[], recent: readonly string[]): readonly T[] {
  const last = recent
    .flatMap((id) => items.filter((item) => item.id === id))
    .slice(0, MOST_RECENT)
    .map((item) => ({ ...item, section: 'Recent' }));
  const others = items.filter((item) => !last.some(({ id }) => id === item.id));
  return [...last, ...[...others].sort((a, b) => placeOf(a) - placeOf(b))].slice(0, MOST);
}

export function remember(recent: readonly string[], id: string): readonly string[] {
  return [id, ...recent.filter((each) => each !== id)].slice(0, 20);
}

/** The list in its sections, as drawn; `index` is the place the keys count by. */
export function inSections<T extends Findable>(items: readonly T[]) {
  const sections: { name: string; items: { item: T; index: number }[] }[] = [];
  items.forEach((item, index) => {
    const last = sections.at(-1);
    if (last?.name === item.section) last.items.push({ item, index });
    else sections.push({ name: item.section, items: [{ item, index }] });
  });
  return sections;
}
