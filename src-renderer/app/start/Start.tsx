import { useEffect, useState } from 'react';
import type { Client } from '../../bridge/client';
import { dropToken } from '../../bridge/login';
import {
  BridgeProvider,
  replace,
  useClient,
  useConnection,
  useQueryEntry,
  useStream,
} from '../../bridge/react';
import { enterStage } from '../../bridge/stage';
import { Button } from '../../ui/Button';
import { ErrorRegion } from '../../ui/ErrorRegion';
import { Notice } from '../../ui/Notice';
import { Skeleton } from '../../ui/Skeleton';
import { TooltipProvider } from '../../ui/Tooltip';
import type { Feature } from '../feature';
import { ConnectionBanner } from '../frame/ConnectionBanner';
import { Frame } from '../frame/Frame';
import { bringViewForward } from '../frame/panel-acts';
import { currentView, viewsOf } from '../frame/views.logic';
import { AppInfoProvider } from '../state/app-info';
import { connectLayout, loadLayout, useLayoutState } from '../state/layout';
import { openProject, refreshProject, rememberedProject, showProject, useProject } from '../state/project';
import { useProjectChanges } from '../state/projects';
import { followAddress, useRoute } from '../state/route';
import { useSettings } from '../state/settings';
import { useApplyAppearance } from '../state/theme';
import { LoginScreen } from './LoginScreen';
import styles from './Start.module.css';

/** `ahead`: done when the code of the first view is here. */
type StartProps = { client: Client; features: readonly Feature[]; ahead?: Promise<void> };

export function Start({ client, features, ahead }: StartProps) {
  return (
    <BridgeProvider client={client}>
      <TooltipProvider>
        <ErrorRegion name="The window">
          <Gate features={features} ahead={ahead} />
        </ErrorRegion>
      </TooltipProvider>
    </BridgeProvider>
  );
}

/** Nothing is drawn until settings, project and layout are known: a window that opens does not move. */
function Gate({ features, ahead }: { features: readonly Feature[]; ahead: Promise<void> | undefined }) {
  const connection = useConnection();
  const { data: info, error } = useQueryEntry('app.info', {}, { staleMs: Number.POSITIVE_INFINITY });
  const settings = useStream('settings.watch', {}, replace);
  const [remembered] = useState(rememberedProject);
  const isStarted = useStartUp(remembered, info?.initial_project, info !== undefined, ahead);
  const content = useContentAhead(features, remembered, isStarted);
  const isReady = useOnceTrue(isStarted && content.isHere);
  const isOver = error?.failure.code === 'demo-over';
  useEffect(() => {
    if (isOver) enterStage(window, undefined);
  }, [isOver]);
  if (connection === 'refused') return <Refused />;
  const failure = settings.value === null ? settings.error : null;
  const isStuck = failure !== null || (info === undefined && error !== null && !isOver);
  if (connection === 'open' && isStuck)
    return <CannotBegin code={failure?.code ?? error?.failure.code ?? 'internal-error'} />;
  if (info === undefined || settings.value === null || !isReady)
    return (
      <div className={styles['waiting']}>
        <ConnectionBanner />
        {content.ahead}
        <div className={styles['bars']}>
          <Skeleton label="Opening the window" />
        </div>
      </div>
    );
  return (
    <AppInfoProvider info={info}>
      <Appearance />
      <ProjectRequests />
      <Frame features={features} />
    </AppInfoProvider>
  );
}

/** The connection is there and the program still does not answer: a skeleton would wait for ever. */
function CannotBegin({ code }: { code: string }) {
  return (
    <div className={styles['waiting']}>
      <ConnectionBanner />
      <Notice
        tone="broken"
        title="The window could not read its settings."
        details={code}
        isAnnounced
        actions={<Button onClick={() => window.location.reload()}>Load again</Button>}
      >
        Nothing was changed. If it happens again, look into the newest file of the logs folder.
      </Notice>
    </div>
  );
}

/** A tracker that takes its time holds the view up, never the window. */
const LONGEST_WAIT_MS = 150;

/** What the first view shows is asked for beside everything else; without a project there is nothing to wait for. */
function useContentAhead(features: readonly Feature[], remembered: string | null, isStarted: boolean) {
  const project = useProject();
  const wanted = useRoute((route) => route.view);
  const [isReady, setReady] = useState(false);
  const [onReady] = useState(() => () => setReady(true));
  useEffect(() => {
    if (!isStarted) return;
    const late = setTimeout(onReady, LONGEST_WAIT_MS);
    return () => clearTimeout(late);
  }, [isStarted, onReady]);
  const Ahead = currentView(viewsOf(features), wanted, true)?.Ahead;
  const path = project?.path ?? remembered;
  return {
    isHere: project === null || Ahead === undefined || isReady,
    ahead: Ahead !== undefined && path !== null && <Ahead key={path} project={path} onReady={onReady} />,
  };
}

/** Once the window is drawn nothing takes it away again. */
function useOnceTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setWasTrue(true);
  return isTrue || wasTrue;
}

function useStartUp(
  remembered: string | null,
  initialProject: string | null | undefined,
  isKnown: boolean,
  ahead: Promise<void> | undefined,
): boolean {
  const client = useClient();
  const [isReady, setReady] = useState(false);
  const path = remembered ?? initialProject ?? null;
  const canBegin = isKnown || remembered !== null;
  useEffect(() => followAddress(bringViewForward), []);
  useEffect(() => {
    // Once: a server that comes back with another project must not take away the one a person looks at.
    if (!canBegin || isReady) return;
    let isCurrent = true;
    const withoutProject = async () => {
      const layout = await loadLayout(client, null);
      if (useLayoutState.getState().project === null) useLayoutState.setState({ layout });
    };
    const begin = async () => {
      connectLayout(client);
      // Asked at once: each of them waits for the disk.
      await Promise.all([withoutProject(), path !== null && openProject(client, path), ahead]);
      if (isCurrent) setReady(true);
    };
    void begin();
    return () => {
      isCurrent = false;
    };
  }, [client, path, canBegin, isReady, ahead]);
  return isReady;
}

function Appearance() {
  useApplyAppearance(useSettings().appearance);
  return null;
}

/** A second start of the app, or another window, may ask for a project or change what is known of this one. */
function ProjectRequests() {
  const client = useClient();
  useProjectChanges((change) => {
    if (change.type === 'show-requested') void showProject(client, change.project);
    else for (const { is_missing, ...project } of change.recent) if (!is_missing) refreshProject(project);
  });
  return null;
}

function Refused() {
  useEffect(() => dropToken(window.sessionStorage), []);
  return <LoginScreen reason="token-refused" />;
}
