import { useEffect } from 'react';
import { navigate, useRoute } from '../../app/state/route';
import { useSettingsState } from '../../app/state/settings';
import { showToast } from '../../ui/toast-store';

/** A broken file is told once where a person is; the whole of it stands in the settings. */
export function SettingsProblemNotice() {
  const { problem } = useSettingsState();
  const code = problem?.code ?? null;
  const isInView = useRoute((route) => route.view === 'settings');
  useEffect(() => {
    if (code === null || isInView) return;
    return showToast({
      title: 'The settings file cannot be used',
      text: 'It was left untouched; the window uses its defaults.',
      tone: 'waiting',
      isSticky: true,
      action: { label: 'Show', run: () => navigate('settings') },
    });
  }, [code, isInView]);
  return null;
}
