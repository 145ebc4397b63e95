import type { EndAnnounced } from '@domain/work/end-plan';
import { statusWord } from '../../bead';

export const announcedTitle = ({ bead_id, status }: Pick<EndAnnounced, 'bead_id' | 'status'>): string =>
  `${bead_id} is ${statusWord(status).toLowerCase()} now.`;

export const closesWords = (seconds: number): string =>
  seconds === 0 ? 'This session closes now.' : `This session closes in ${seconds} s. Nothing of it is lost.`;
