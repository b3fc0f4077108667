import type { Settings } from '#platform/settings.ts'

/** For members it is a switch, not a line. */
export const AUTO_ENTRY_BENEFIT = 'Auto-entry into Bronze giveaways, until you switch it off'

/** What a membership brings under these settings, in the order of its worth. */
export const benefitsOf = ({ earlyAccessHours, monthlyBenefit }: Settings['premium']): readonly string[] => [
  `Early access: choose your slots ${earlyAccessHours} hours before everybody else`,
  'Members-only giveaways',
  monthlyBenefit === 'bronze-credit' ? '1 Bronze credit every month' : '5 bonus entries every month',
  AUTO_ENTRY_BENEFIT,
  'Priority support',
]
