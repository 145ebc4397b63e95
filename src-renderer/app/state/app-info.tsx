import type { AppInfo } from '@domain/app-info';
import { createContext, type ReactNode, useContext } from 'react';

const AppInfoContext = createContext<AppInfo | null>(null);

export function AppInfoProvider({ info, children }: { info: AppInfo; children: ReactNode }) {
  return <AppInfoContext value={info}>{children}</AppInfoContext>;
}

/** Known before the first screen is drawn, and the same until the window closes. */
export function useAppInfo(): AppInfo {
  const info = useContext(AppInfoContext);
  if (info === null) throw new Error('No AppInfoProvider above this component');
  return info;
}
