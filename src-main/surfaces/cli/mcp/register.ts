import { resolve } from 'node:path';
import type { FolderPath } from '@domain/ids';
import { type Command, Option } from 'commander';
import type { CliFrame } from '../frame';
import type { InstallOptions } from './install-mcp';

type McpOptions = { readonly project?: string; readonly allProjects?: boolean };

const HELP = `
Examples:
  beads-console mcp install --scope project --yes

An agent starts it itself, once Claude knows it:
  beads-console mcp install          shows the line that tells Claude
  beads-console mcp install --yes    and runs it`;

export function registerMcpCommands(program: Command, frame: CliFrame): void {
  const mcp = program
    .command('mcp')
    .description('show past sessions and beads to an agent (MCP over stdin and stdout)')
    .option(
      '--project <dir>',
      'folder of the project (default: the one Claude works in, else the current one)',
    )
    .option('--all-projects', 'sessions of every project, and not of this one alone')
    .addHelpText('after', HELP)
    .action(async (options: McpOptions) => {
      const { serveStdio } = await import('../../mcp/serve-stdio');
      await serveStdio({
        version: program.version() ?? '0',
        openAsker: frame.openAgentAsker,
        env: frame.env,
        // Claude says where it works; a server of its own is not always started there.
        project: resolve(frame.cwd, options.project ?? frame.env['CLAUDE_PROJECT_DIR'] ?? '.') as FolderPath,
        isEverywhere: options.allProjects === true,
      });
    });
  mcp
    .command('install')
    .description('show the line that tells Claude about it; with --yes, run it')
    .addOption(
      new Option('--scope <scope>', 'for whom Claude starts it')
        .choices(['user', 'local', 'project'])
        .default('user'),
    )
    .option('--yes', 'run the line')
    .option('--json', 'print JSON')
    .action(async (_options: InstallOptions, command: Command) => {
      const { installMcp } = await import('./install-mcp');
      // The family's own options are taken by it wherever they stand.
      await installMcp(frame, command.optsWithGlobals<InstallOptions>());
    });
}
