import { Segments } from '../../ui/Segments';
import { choicesOf } from './choices.logic';
import { SettingRow } from './SettingRow';
import { SwitchRow } from './SwitchRow';
import type { SectionProps } from './section';
import { useChange } from './use-change';

/** Sessions that an agent may begin: off until a person says so, and never without an end. */
export function Trigger({ disabledReason }: SectionProps) {
  const [{ trigger }, change] = useChange();
  return (
    <>
      <SwitchRow
        name="Let Claude begin sessions"
        hint="Through MCP's trigger. What it begins asks you for every permission, keeps within the limits below, and can begin nothing itself."
        isOn={trigger.enabled}
        disabledReason={disabledReason}
        onChange={(enabled) =>
          change(
            { trigger: { enabled } },
            enabled ? 'Claude may begin sessions' : 'Claude begins no sessions',
          )
        }
      />
      {trigger.enabled && (
        <>
          <SettingRow name="A day" hint="How many it may begin from midnight to midnight.">
            <Segments
              label="Sessions a day"
              value={String(trigger.max_per_day)}
              choices={choicesOf([5, 10, 50], trigger.max_per_day, String)}
              disabledReason={disabledReason}
              onChange={(most) =>
                change({ trigger: { max_per_day: Number(most) } }, `Claude may begin ${most} sessions a day`)
              }
            />
          </SettingRow>
          <SettingRow name="Spending a day" hint="In US dollars, for all of them together.">
            <Segments
              label="Spending a day"
              value={String(trigger.budget_usd)}
              choices={choicesOf([1, 5, 20], trigger.budget_usd, (n) => `$${n}`)}
              disabledReason={disabledReason}
              onChange={(most) =>
                change(
                  { trigger: { budget_usd: Number(most) } },
                  `Claude's own sessions may cost $${most} a day`,
                )
              }
            />
          </SettingRow>
        </>
      )}
    </>
  );
}
