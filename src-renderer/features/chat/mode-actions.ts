import { Shield } from 'lucide-react';
import type { Action } from '../../app/keymap/action';
import { menuAction } from '../../app/keymap/run-action';

export const MODE_ACTIONS: readonly Action[] = [
  menuAction({
    id: 'sessions.mode',
    name: 'What Claude may do without asking…',
    chord: 'x p',
    icon: Shield,
    section: 'Sessions',
    words: 'permission mode plan edits',
  }),
];
