import type { Feature } from '../../app/feature';
import { DemoSection } from './DemoSection';

export const demo: Feature = {
  id: 'demo',
  sidebar: [{ id: 'demo', place: 'foot', order: 0, Content: DemoSection }],
};

export { DemoButton } from './DemoButton';
