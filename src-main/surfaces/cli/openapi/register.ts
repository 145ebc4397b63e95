import type { Command } from 'commander';
import type { CliFrame } from '../frame';

export function registerOpenApi(program: Command, frame: CliFrame): void {
  program
    .command('openapi')
    .description('print the OpenAPI document of the REST door')
    .addHelpText('after', '\nExamples:\n  beads-console openapi > openapi.json')
    .option('--json', 'taken as everywhere; it is JSON in any case')
    .action(async () => {
      const { openApiDocument } = await import('../../rest/openapi');
      frame.sayJson(openApiDocument(program.version() ?? '0'));
    });
}
