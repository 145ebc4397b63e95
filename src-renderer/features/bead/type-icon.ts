import { Bug, CircleCheck, Diamond, Layers, Wrench } from 'lucide-react';
import type { IconType } from '../../ui/Icon';

const ICONS: Readonly<Record<string, IconType>> = {
  bug: Bug,
  feature: Diamond,
  task: CircleCheck,
  chore: Wrench,
  epic: Layers,
};

export function typeIcon(type: string): IconType {
  return ICONS[type] ?? CircleCheck;
}
