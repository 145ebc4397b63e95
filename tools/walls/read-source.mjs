import { parseSync } from 'vite';

/**
 * Everything a file reaches for: `imports` are `{ specifier, isType, line }` of every spelling (import, export from,
 * `import()`, `import x = require()`, `require()`, a type's `import('x').Y`), `uses` what the purity rules look at.
 */
export function readSource(path, text) {
  const parsed = parseSync(path, text, { lang: langOf(path), sourceType: 'module' });
  const lineAt = lineCounter(text);
  const failure = parsed.errors?.find((error) => error.severity === 'Error');
  if (failure) {
    const start = failure.labels?.[0]?.start ?? 0;
    return { imports: [], uses: [], broken: { line: lineAt(start), message: failure.message } };
  }
  const found = { imports: [], uses: [], broken: null };
  visit(parsed.program, null, null, (node, parent, key) => {
    const line = lineAt(node.start);
    for (const one of importsOf(node)) found.imports.push({ ...one, line });
    const use = useOf(node, parent, key);
    if (use) found.uses.push({ ...use, line });
  });
  return found;
}

function langOf(path) {
  if (path.endsWith('.tsx')) return 'tsx';
  return path.endsWith('.ts') || path.endsWith('.mts') ? 'ts' : 'jsx';
}

function lineCounter(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    const after = starts.findIndex((start) => start > offset);
    return after === -1 ? starts.length : after;
  };
}

function visit(node, parent, key, see) {
  if (typeof node.type === 'string') see(node, parent, key);
  for (const [name, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && typeof child.type === 'string') visit(child, node, name, see);
    }
  }
}

function importsOf(node) {
  switch (node.type) {
    case 'ImportDeclaration':
      return [{ specifier: node.source.value, isType: isTypeImport(node) }];
    case 'ExportAllDeclaration':
      return [{ specifier: node.source.value, isType: node.exportKind === 'type' }];
    case 'ExportNamedDeclaration':
      return node.source ? [{ specifier: node.source.value, isType: node.exportKind === 'type' }] : [];
    case 'TSImportType':
      return [{ specifier: node.source.value, isType: true }];
    case 'TSExternalModuleReference':
      return [{ specifier: node.expression.value, isType: false }];
    case 'ImportExpression':
      return [{ specifier: textOf(node.source), isType: false }];
    case 'CallExpression':
      return isNamed(node.callee, 'require') ? [{ specifier: textOf(node.arguments[0]), isType: false }] : [];
    default:
      return [];
  }
}

function isTypeImport(node) {
  if (node.importKind === 'type') return true;
  const named = node.specifiers ?? [];
  return named.length > 0 && named.every((one) => one.importKind === 'type');
}

/** Null for an argument that is only known when the program runs. */
function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked;
  return null;
}

const WATCHED = new Set(['Date', 'Math', 'performance', 'globalThis', 'crypto', 'Temporal', 'process']);

function useOf(node, parent, key) {
  if (node.type === 'CallExpression' && isModuleMock(node.callee))
    return { name: 'module-mock', isPure: false };
  if (node.type !== 'Identifier' || !WATCHED.has(node.name) || !isReference(parent, key)) return null;
  return { name: node.name, isPure: isPureUse(node, parent, key) };
}

function isModuleMock(callee) {
  return (
    callee.type === 'MemberExpression' &&
    isNamed(callee.object, 'vi') &&
    ['mock', 'doMock'].includes(callee.property.name)
  );
}

/** A name that is read as a value: not a property, a key, a label, a binding or a type. */
function isReference(parent, key) {
  if (key === 'property') return parent.computed;
  if (key === 'key') return parent.computed || parent.shorthand === true;
  if (key === 'imported' || key === 'exported' || key === 'local' || key === 'label' || key === 'id')
    return false;
  return !(parent.type.startsWith('TS') && !['TSAsExpression', 'TSNonNullExpression'].includes(parent.type));
}

/** `new Date(x)`, `Date.parse`, `Date.UTC`, `instanceof Date`; and of `Math` everything but `random`. */
function isPureUse(node, parent, key) {
  if (node.name === 'Date') {
    if (parent.type === 'NewExpression' && key === 'callee') return hasRealArgument(parent);
    if (parent.type === 'BinaryExpression') return parent.operator === 'instanceof';
    return (
      key === 'object' && !parent.computed && ['parse', 'UTC', 'prototype'].includes(parent.property.name)
    );
  }
  if (node.name === 'Math') return key === 'object' && !parent.computed && parent.property.name !== 'random';
  return false;
}

function hasRealArgument(call) {
  return call.arguments.length > 0 && call.arguments[0].type !== 'SpreadElement';
}

function isNamed(node, name) {
  return node?.type === 'Identifier' && node.name === name;
}
