import type { Settings } from '#kernel/settings.ts'
import { counted } from './counted.ts'

/** Bronze credits of a month where the benefit is shown as bonus entries. */
const BONUS_ENTRIES = 5

/** Bronze credits per month: 1, or 5 that are shown as bonus entries. */
export const benefitAmountOf = ({ monthlyBenefit }: Settings['premium']): number =>
  monthlyBenefit === 'bronze-credit' ? 1 : BONUS_ENTRIES

/** The benefit of each month in words. */
export const monthlyBenefitOf = (premium: Settings['premium']): string =>
  `${benefitAmountOf(premium)} ${premium.monthlyBenefit === 'bronze-credit' ? 'Bronze credit' : 'bonus entries'} every month`

/** Members see this benefit as a switch, so the list leaves it out. */
export const AUTO_ENTRY_BENEFIT = 'Auto-entry into Bronze giveaways, until you switch it off'

/** Benefits of a membership under these settings, most valuable first. */
export const benefitsOf = (premium: Settings['premium']): readonly string[] => [
  ...(premium.earlyAccessHours > 0
    ? [`Early access: choose your slots ${counted(premium.earlyAccessHours, 'hour')} before everyone else`]
    : []),
  'Members-only giveaways',
  monthlyBenefitOf(premium),
  AUTO_ENTRY_BENEFIT,
  'Priority support',
]
