import type { Catalog } from '../../ports/catalog';

export type CatalogGuardDeps = {
  readonly catalog: () => Catalog;
  /** The database itself is damaged: whatever else fails is not cured by beginning anew. */
  readonly isDamage: (error: unknown) => boolean;
  /** Puts another catalog in its place. */
  readonly mend: (error: unknown) => Promise<void>;
};

/**
 * A damaged database costs one look through the files, not an error a person can do nothing about. Who asks while it is
 * mended waits for that; whose answer failed because the catalog went away under it asks the new one.
 */
export function createCatalogGuard({ catalog, isDamage, mend }: CatalogGuardDeps) {
  let mending: Promise<void> | null = null;
  /** It could not be mended: whoever asks next tries again. */
  let unmended: { readonly error: unknown } | null = null;

  const mendOnce = (error: unknown): Promise<void> => {
    unmended = { error };
    mending ??= mend(error)
      .then(() => {
        unmended = null;
      })
      .finally(() => {
        mending = null;
      });
    return mending;
  };
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (mending !== null) await mending;
    else if (unmended !== null) await mendOnce(unmended.error);
    const asked = catalog();
    try {
      return await work();
    } catch (error) {
      if (mending !== null) await mending;
      else if (asked === catalog()) {
        if (!isDamage(error)) throw error;
        await mendOnce(error);
      }
      return work();
    }
  };
}
