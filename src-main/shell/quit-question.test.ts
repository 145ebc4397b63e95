import { expect, it } from 'vitest';
import { createQuitQuestion } from './quit-question';

function setUp(turns: number) {
  const answers: ((isYes: boolean) => void)[] = [];
  const asked: number[] = [];
  const running = { turns };
  const question = createQuitQuestion({
    turns: () => running.turns,
    ask: (count) => {
      asked.push(count);
      return new Promise((resolve) => answers.push(resolve));
    },
  });
  let again = 0;
  const wish = () =>
    question.mayEnd(() => {
      again += 1;
    });
  const answer = async (isYes: boolean) => {
    answers.shift()?.(isYes);
    await Promise.resolve();
  };
  return { question, running, asked, wish, answer, again: () => again };
}

it('Q1 asks nothing when no turn runs', () => {
  const { wish, asked } = setUp(0);
  expect([wish(), asked]).toEqual([true, []]);
});

it('Q2 Q3 asks once at a time, and a yes holds', async () => {
  const { wish, asked, answer, again } = setUp(2);
  expect([wish(), wish(), asked]).toEqual([false, false, [2]]);
  await answer(true);
  expect([again(), wish(), asked]).toEqual([1, true, [2]]);
});

it('Q3 a no is for this time only', async () => {
  const { wish, asked, answer, again, running } = setUp(1);
  expect(wish()).toBe(false);
  await answer(false);
  expect([again(), wish(), asked]).toEqual([0, false, [1, 1]]);
  await answer(false);
  running.turns = 0;
  expect(wish()).toBe(true);
});

it('Q4 what is forced is not asked about', () => {
  const { question, wish, asked } = setUp(3);
  question.force();
  expect([wish(), asked]).toEqual([true, []]);
});
