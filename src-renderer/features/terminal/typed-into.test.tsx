import { describe, expect, it, onTestFinished } from 'vitest';
import { sayTypedInto } from './typed-into';

function open() {
  const [field, other] = [document.createElement('textarea'), document.createElement('input')];
  document.body.append(field, other);
  const root = document.documentElement;
  const stop = sayTypedInto(root, field);
  onTestFinished(() => {
    stop();
    field.remove();
    other.remove();
  });
  return { field, other, stop, isSaid: () => root.hasAttribute('data-typed-into') };
}

describe('a terminal that is typed into', () => {
  it('is said while it has the keys', () => {
    const { field, other, isSaid } = open();
    expect(isSaid()).toBe(false);
    field.focus();
    expect(isSaid()).toBe(true);
    other.focus();
    expect(isSaid()).toBe(false);
  });

  it('is no longer said when it closes with the keys', () => {
    const { field, stop, isSaid } = open();
    field.focus();
    stop();
    expect(isSaid()).toBe(false);
  });

  it('one that closes without them leaves what another says', () => {
    const [first, second] = [open(), open()];
    second.field.focus();
    first.stop();
    expect(second.isSaid()).toBe(true);
  });
});
