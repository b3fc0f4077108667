import { SETTINGS } from '#platform/settings.ts'

const { earlyAccessHours, monthlyBenefit } = SETTINGS.premium

/** For members it is a switch, not a line. */
export const AUTO_ENTRY_BENEFIT = 'Auto-entry into Bronze giveaways, until you switch it off'

/** What a membership brings, in the order of its worth; built from the settings. */
export const PREMIUM_BENEFITS: readonly string[] = [
  `Early access: choose your slots ${earlyAccessHours} hours before everybody else`,
  'Members-only giveaways',
  monthlyBenefit === 'bronze-credit' ? '1 Bronze credit every month' : '5 bonus entries every month',
  AUTO_ENTRY_BENEFIT,
  'Priority support',
]
