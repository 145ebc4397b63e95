import type { HistoryError, history } from '@contract/history';
import type { Result } from '@domain/result';
import type { HistoryService } from '../../services/history/history-service';
import type { HandlersOf } from '../router';

export type OpenHistory = () => Promise<Result<HistoryService, HistoryError>>;

export function historyRoutes(
  open: OpenHistory,
  ingest: HandlersOf<typeof history>['ingest'],
): HandlersOf<typeof history> {
  const ask = async <T>(
    work: (service: HistoryService) => Promise<Result<T, HistoryError>>,
  ): Promise<Result<T, HistoryError>> => {
    const service = await open();
    return service.ok ? work(service.value) : service;
  };
  return {
    list: ({ limit, offset, ...filter }) => ask((service) => service.list(filter, { limit, offset })),
    show: ({ id }) => ask((service) => service.show(id)),
    summary: ({ id }) => ask((service) => service.summary(id)),
    summarise: ({ id }) => ask((service) => service.summarise(id)),
    summaryCosts: () => ask((service) => service.summaryCosts()),
    locate: ({ ref }) => ask((service) => service.locate(ref)),
    search: ({ text, limit, ...filter }) => ask((service) => service.search(text, filter, limit)),
    results: ({ text, limit, offset, order, ...filter }) =>
      ask((service) => service.results(text, filter, { limit, offset }, order)),
    values: () => ask((service) => service.values()),
    transcript: ({ id, agent, branches, ...page }) =>
      ask((service) => service.transcript({ id, agent, branches }, page)),
    message: ({ message_id, ...choice }) => ask((service) => service.message(choice, message_id)),
    oddLines: ({ id }) => ask((service) => service.oddLines(id)),
    outline: (choice) => ask((service) => service.outline(choice)),
    find: ({ text, as, limit, ...choice }) => ask((service) => service.find(choice, { text, as, limit })),
    note: ({ id }) => ask((service) => service.note(id)),
    export: ({ ids, chain, format, ...options }) =>
      ask((service) => service.export({ ids, chain, format, options })),
    report: ({ by, ...filter }) => ask((service) => service.report(by, filter)),
    figures: (filter) => ask((service) => service.figures(filter)),
    folders: () => ask((service) => service.folders()),
    remap: ({ folder, project }) => ask((service) => service.remap(folder, project)),
    status: () => ask((service) => service.status()),
    backfill: ({ dry_run }) => ask((service) => service.backfill(dry_run)),
    abortBackfill: () => ask((service) => service.abort()),
    recover: ({ dry_run }) => ask((service) => service.recover(dry_run)),
    ingest,
    reparse: ({ id }) => ask((service) => service.reparse(id)),
    archive: () => ask((service) => service.archive()),
    restore: ({ id }) => ask((service) => service.restore(id)),
    watch: (_input, after, deliver) => ask((service) => service.watch(after, deliver)),
  };
}
