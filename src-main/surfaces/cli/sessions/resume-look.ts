import { GRAVE } from '@domain/session/grave';
import type { ResumePlan } from '@domain/work/resume-plan';
import { ExitCode } from '../exit-code';
import type { CliFrame } from '../frame';
import { plainText } from '../plain-text';
import { type CommonOptions, failWith, projectOf, tell } from './session-answer';

export type ResumeLook = { readonly plan?: boolean; readonly anyway?: boolean };

/**
 * What a person should know is said before anything runs: a bead that somebody closed or took stops it here unless that was
 * foreseen. What cannot be looked at stops nobody: the resume itself says what is wrong.
 */
export async function lookBeforeResume(
  frame: CliFrame,
  id: string,
  options: CommonOptions & ResumeLook,
): Promise<boolean> {
  const plan = await frame.asker.ask('resuming', 'plan', { project: projectOf(frame, options), id });
  if (options.plan) {
    tell(frame, plan, options, (value) => sayPlan(frame, value));
    return false;
  }
  const bead = plan.ok ? plan.value.bead : null;
  if (bead === null || !GRAVE.has(bead.verdict) || options.anyway) return true;
  if (options.json)
    failWith(frame, { code: 'bead-moved-on', bead_id: bead.id, verdict: bead.verdict }, options);
  else
    frame.warn(
      `${plainText(bead.id)} was ${bead.verdict} by somebody meanwhile, so nothing was started. Look at it, then add --anyway.`,
    );
  frame.exitWith(ExitCode.conflict);
  return false;
}

function sayPlan(frame: CliFrame, plan: ResumePlan): void {
  const { bead, commits, base, files, unknown, obstacle } = plan;
  frame.say(obstacle === null ? 'It can be resumed.' : `It cannot be resumed: ${obstacle.code}.`);
  if (plan.is_unchanged) frame.say('Nothing has changed since the pause.');
  for (const { field, before, now } of bead?.changed ?? [])
    frame.say(plainText(`${bead?.id}: ${field} ${before ?? '-'} -> ${now ?? '-'}`));
  for (const { author, text } of bead?.comments ?? []) frame.say(plainText(`${author}: ${text}`));
  for (const { sha, author, subject } of commits)
    frame.say(plainText(`${sha.slice(0, 8)} ${author}: ${subject}`));
  if (base !== null) frame.say(plainText(`${base.name}: ${base.commits} new commits`));
  for (const { path, kind } of files) frame.say(plainText(`${kind.padEnd(10)} ${path}`));
  if (unknown.length > 0) frame.say(`Could not be compared: ${unknown.join(', ')}`);
  frame.say(`\n${plan.prompt.split('\n').map(plainText).join('\n')}`);
}
