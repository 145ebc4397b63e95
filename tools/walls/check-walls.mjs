import { breachesIn } from './rules.mjs';

/** The list of exceptions may only get shorter: lower this with every one that goes. */
export const MOST_EXCEPTIONS = 0;

/**
 * `files` are `{ path, text }` with paths from the project's root. An exception is `{ path, rule, why }`; one that
 * excuses nothing any more is a problem of its own.
 */
export function checkWalls(files, exceptions, mostExceptions = MOST_EXCEPTIONS) {
  const breaches = files.flatMap(({ path, text }) => breachesIn(path, text));
  const isExcused = (breach) =>
    exceptions.some((one) => one.path === breach.path && one.rule === breach.rule);
  const idle = exceptions.filter(
    (one) => !breaches.some((breach) => breach.path === one.path && breach.rule === one.rule),
  );
  return [
    ...breaches.filter((breach) => !isExcused(breach)),
    ...idle.map((one) =>
      listBreach(`excuses nothing in ${one.path} (${one.rule}) any more; take it off the list`),
    ),
    ...(exceptions.length > mostExceptions
      ? [
          listBreach(
            `${exceptions.length} exceptions, at most ${mostExceptions}: the list may only get shorter`,
          ),
        ]
      : []),
  ];
}

function listBreach(message) {
  return { path: 'tools/walls/exceptions.json', line: 1, rule: 'exceptions', message };
}
