import { createContext } from 'react';

/** The id of the session whose thread is drawn; rows are the same for all but what they fetch. */
export const SessionOfThread = createContext('');
