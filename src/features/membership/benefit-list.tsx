import { Icon } from '#ui/icon.tsx'
import { PREMIUM_BENEFITS } from './premium-benefits.ts'

/** What a membership brings, a line each. */
export function BenefitList() {
  return (
    <ul className="flex flex-col gap-2">
      {PREMIUM_BENEFITS.map(benefit => (
        <li key={benefit} className="flex items-start gap-2.5">
          <Icon name="check" size={20} className="mt-0.5 shrink-0 text-ranger" />
          {benefit}
        </li>
      ))}
    </ul>
  )
}
