/** Which sessions a dialog is about. It is opened with a text, so it travels as one. */
export type ExportScope = {
  readonly ids: readonly string[];
  /** Of one session: how many its chain has, and the bead it worked on. */
  readonly chain: number;
  readonly bead: string | null;
  /** Instead of ids: everything that is found by this. */
  readonly search: string | null;
};

export const exportArgument = (scope: Omit<ExportScope, 'search'>): string => JSON.stringify(scope);
export const foundArgument = (search: string): string => JSON.stringify({ ids: [], search });

export function readExportScope(argument: string): ExportScope | null {
  try {
    const { ids, chain, bead, search } = JSON.parse(argument) as Partial<Record<keyof ExportScope, unknown>>;
    if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) return null;
    return {
      ids,
      chain: typeof chain === 'number' ? chain : 1,
      bead: typeof bead === 'string' ? bead : null,
      search: typeof search === 'string' ? search : null,
    };
  } catch {
    return null;
  }
}

export type ScopeChoice = {
  readonly value: 'these' | 'chain' | 'bead';
  readonly label: string;
  readonly chain?: string;
};

export function scopeChoices({ ids, chain, bead }: ExportScope): readonly ScopeChoice[] {
  const [only] = ids;
  if (ids.length !== 1 || only === undefined) return [{ value: 'these', label: 'These sessions' }];
  return [
    { value: 'these', label: 'This session' },
    ...(chain > 1 ? [{ value: 'chain' as const, label: `Its chain (${chain})`, chain: only }] : []),
    ...(bead === null ? [] : [{ value: 'bead' as const, label: `All of ${bead}`, chain: bead }]),
  ];
}
