import { request } from 'node:http';

export type ServerEvent = { readonly id: string; readonly event: string; readonly data: unknown };
export type EventSource = {
  readonly status: number;
  /** The next event that fits; those before it are dropped. Rejects when the stream ends first. */
  next(fits: (event: ServerEvent) => boolean): Promise<ServerEvent>;
  readonly ended: Promise<void>;
  close(): void;
};

/** Reads server-sent events as they come. */
export function openEvents(options: {
  readonly port: number;
  readonly path: string;
  readonly token: string;
  readonly lastId?: string;
}): Promise<EventSource> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port: options.port,
      path: options.path,
      agent: false,
      headers: {
        Authorization: `Bearer ${options.token}`,
        ...(options.lastId === undefined ? {} : { 'Last-Event-ID': options.lastId }),
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const waiting: ServerEvent[] = [];
      let wake = () => {};
      let isOver = false;
      let held = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        held += chunk;
        const blocks = held.split('\n\n');
        held = blocks.pop() ?? '';
        for (const block of blocks) {
          const field = (name: string) =>
            block
              .split('\n')
              .find((line) => line.startsWith(`${name}: `))
              ?.slice(name.length + 2);
          const data = field('data');
          if (data !== undefined)
            waiting.push({ id: field('id') ?? '', event: field('event') ?? '', data: JSON.parse(data) });
        }
        wake();
      });
      const ended = new Promise<void>((over) => {
        response.once('close', () => {
          isOver = true;
          wake();
          over();
        });
      });
      response.on('error', () => {});
      resolve({
        status: response.statusCode ?? 0,
        ended,
        close: () => sent.destroy(),
        async next(fits) {
          for (;;) {
            for (let event = waiting.shift(); event !== undefined; event = waiting.shift())
              if (fits(event)) return event;
            if (isOver) throw new Error('the stream has ended');
            await new Promise<void>((resume) => {
              wake = resume;
            });
          }
        },
      });
    });
    sent.end();
  });
}
