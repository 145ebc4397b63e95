import { readSource } from './read-source.mjs';
import { isTest, roomOf, targetOf } from './rooms.mjs';
import { refusal } from './table.mjs';

const OWNERLESS = /^(common|util|utils|helper|helpers|misc|lib|shared)$/;
const OWNERLESS_FILE = /^(.*-)?(utils?|helpers?|common|misc)\.[a-z.]+$/;
const MODULE_NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(ts|tsx|mts|mjs|cjs|js)$/;
const COMPONENT_NAME = /^[A-Z][A-Za-z0-9]*(\.[a-z0-9-]+)*\.tsx$/;
const MAX_LINES = 400;

/** Every breach in one file, as `{ path, line, rule, message }`; the test feeds one bad file per rule. */
export function breachesIn(path, text) {
  const at = roomOf(path);
  if (!at) return [];
  const breach = (line, rule, message) => ({ path, line, rule, message });
  const place = placeBreaches(path, at, breach);
  if (place.length > 0) return place;
  const source = readSource(path, text);
  if (source.broken) return [breach(source.broken.line, 'syntax', source.broken.message)];
  return [
    ...sizeBreaches(path, at, text, breach),
    ...importBreaches(path, at, source.imports, breach),
    ...purityBreaches(path, at, source.uses, breach),
  ];
}

function placeBreaches(path, at, breach) {
  const parts = path.split('/');
  const name = parts.at(-1);
  const ownerless =
    parts.slice(0, -1).find((part) => OWNERLESS.test(part)) ?? (OWNERLESS_FILE.test(name) ? name : null);
  if (ownerless)
    return [
      breach(1, 'owner', `\`${ownerless}\` has no owner; put it beside its user, named for what it does`),
    ];
  if (at.room === null)
    return [
      breach(1, 'room', 'is in no room of the plan; move it into one (tools/walls/rooms.mjs names them)'),
    ];
  if (!MODULE_NAME.test(name) && !COMPONENT_NAME.test(name))
    return [breach(1, 'name', 'files are kebab-case, React components PascalCase; rename it')];
  return [];
}

function sizeBreaches(path, at, text, breach) {
  const lines = text.split('\n').length;
  if (isTest(path) || !at.top.startsWith('src-') || lines <= MAX_LINES) return [];
  return [breach(MAX_LINES, 'size', `${lines} lines; look for the second idea inside and give it a file`)];
}

function importBreaches(path, at, imports, breach) {
  return imports.flatMap(({ specifier, isType, line }) => {
    if (specifier === null) return dynamicBreach(at, line, breach);
    const target = targetOf(path, specifier);
    const message = refusal(path, at, target, isType);
    const rule = target.kind === 'package' && target.name === 'electron' ? 'electron' : 'import';
    return message ? [breach(line, rule, `imports '${specifier}': ${message}`)] : [];
  });
}

function dynamicBreach(at, line, breach) {
  if (!at.top.startsWith('src-')) return [];
  return [breach(line, 'dynamic-import', 'imports something unknown until it runs; write the name out')];
}

function purityBreaches(path, at, uses, breach) {
  return uses.flatMap(({ name, isPure, line }) => {
    if (name === 'module-mock')
      return [breach(line, 'module-mock', 'a mocked module is a missing port; hand in a fake instead')];
    if ((at.room !== 'domain' && at.room !== 'contract') || isTest(path) || isPure) return [];
    return [
      breach(
        line,
        'pure',
        `\`${name}\` makes a pure room depend on when or where it runs; take the value as an argument`,
      ),
    ];
  });
}
