import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useComments } from './use-comments';

const place = { path: 'a.ts', side: 'new', line: 3, code: 'let a' } as const;

it('what is written while the others are sent or discarded stays', () => {
  const { result } = renderHook(() => useComments('s' as never));
  const texts = () => result.current.comments.map(({ text }) => text);
  act(() => result.current.add(place, 'one'));
  const { comments: sent, take, putBack } = result.current;
  act(() => result.current.add(place, 'two'));
  act(() => take(sent));
  expect(texts()).toEqual(['two']);
  act(() => putBack(sent));
  expect(texts()).toEqual(['one', 'two']);
});
