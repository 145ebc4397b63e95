import { createFakePtys, type FakePty } from './fake-pty';
import { describePtys } from './pty-conformance';

describePtys('the scripted terminal', () => ({
  ptys: createFakePtys(),
  request: { file: 'any', args: [], cwd: '/', env: {}, size: { cols: 80, rows: 24 } },
  tell(pty, order) {
    const fake = pty as FakePty;
    const text = order.type === 'say' ? order.text : (order.last ?? '');
    fake.say(text.repeat(order.times ?? 1));
    if (order.type === 'exit') fake.exit(order.code);
  },
}));
