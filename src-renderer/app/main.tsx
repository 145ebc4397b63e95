import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../ui/tokens.css';
import '../ui/base.css';
import { createClient } from '../bridge/client';
import { beginAnewOnLoginLink, connect } from '../bridge/connect';
import { stageOf } from '../bridge/stage';
import { features } from './features';
import { currentView, viewsOf } from './frame/views.logic';
import { fetchAhead } from './lazy-view';
import { LoginScreen } from './start/LoginScreen';
import { Start } from './start/Start';
import { parseHash } from './state/route.logic';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root');

beginAnewOnLoginLink(window);
// Its code comes while the connection is made.
const ahead = fetchAhead(currentView(viewsOf(features), parseHash(window.location.hash).view, true)?.Content);
const connected = await connect(window);
createRoot(root).render(
  <StrictMode>
    {connected.ok ? (
      <Start
        client={createClient(connected.value, stageOf(window.sessionStorage))}
        features={features}
        ahead={ahead}
      />
    ) : (
      <LoginScreen reason={connected.error.code} />
    )}
  </StrictMode>,
);
