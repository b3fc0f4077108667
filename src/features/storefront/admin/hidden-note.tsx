import { Badge } from '#ui/data/badge.tsx'
import type { AdminMenus } from '../contract.ts'

export type HiddenAddresses = AdminMenus['hidden']

/** Why visitors do not see an entry or a button, and what makes them see it. */
const REASONS: Record<HiddenAddresses[number]['reason'], string> = {
  draft: 'Its page is a draft. Publish the page to show it.',
  missing: 'No page has this address. Choose another or remove it.',
}

/** The reason in a sentence; undefined for an address that visitors see. */
export const hiddenReasonOf = (hidden: HiddenAddresses, href: string): string | undefined => {
  const found = hidden.find(entry => entry.href === href)
  return found && REASONS[found.reason]
}

/** Says that an entry or a button is left out of the pages, and why. Renders nothing for an address that visitors see. */
export function HiddenNote({ hidden, href, what }: { hidden: HiddenAddresses; href: string; what?: string }) {
  const reason = hiddenReasonOf(hidden, href)
  if (!reason) return null
  return (
    <p className="wrap-anywhere text-sm">
      <Badge tone="warning">Not shown</Badge> {what && `“${what}”: `}
      {reason}
    </p>
  )
}
