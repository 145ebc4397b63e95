import { type Check, type DoctorReport, isHealthy, type Verdict } from '@domain/doctor';
import { ExitCode } from './exit-code';
import type { CliFrame } from './frame';
import type { Colour } from './paint';

const COLOURS: Readonly<Record<Verdict, Colour>> = {
  ok: 'green',
  warning: 'yellow',
  missing: 'yellow',
  failed: 'red',
};

export async function doctorCommand(frame: CliFrame, { json }: { json: boolean }): Promise<void> {
  const answer = await frame.asker.ask('app', 'doctor', {});
  if (!answer.ok) {
    frame.fail(answer.error);
    return;
  }
  if (json) frame.sayJson(answer.value);
  else sayReport(frame, answer.value);
  if (!isHealthy(answer.value)) frame.exitWith(ExitCode.failure);
}

function sayReport(frame: CliFrame, report: DoctorReport): void {
  frame.sayTable<Check>(report.checks, [
    { title: 'CHECK', value: (check) => check.name },
    { title: 'VERDICT', value: (check) => check.verdict, colour: (check) => COLOURS[check.verdict] },
    { title: 'FOUND', value: (check) => check.found },
  ]);
  const fixes = report.checks.filter((check) => check.fix !== null);
  if (fixes.length > 0) frame.say('');
  for (const check of fixes) frame.say(`${frame.paint('bold', check.name)}: ${check.fix}`);
}
