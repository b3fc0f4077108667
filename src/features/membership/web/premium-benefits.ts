import type { Settings } from '#kernel/settings.ts'

/** Members see this benefit as a switch, so the list leaves it out. */
export const AUTO_ENTRY_BENEFIT = 'Auto-entry into Bronze giveaways, until you switch it off'

/** Benefits of a membership under these settings, most valuable first. */
export const benefitsOf = ({ earlyAccessHours, monthlyBenefit }: Settings['premium']): readonly string[] => [
  `Early access: choose your slots ${earlyAccessHours} hours before everyone else`,
  'Members-only giveaways',
  monthlyBenefit === 'bronze-credit' ? '1 Bronze credit every month' : '5 bonus entries every month',
  AUTO_ENTRY_BENEFIT,
  'Priority support',
]
