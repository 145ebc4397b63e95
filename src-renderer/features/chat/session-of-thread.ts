import { createContext } from 'react';

/** The id of the session whose thread is drawn; rows are the same for all but what they fetch. */
export const SessionOfThread = createContext('');

/** Moments are told as seen from here: now, or the end of a session that is long over. */
export const NowOfThread = createContext<number | null>(null);
