import type { AdminMenus } from '../../contract.ts'

/** Why visitors do not see an entry, and what makes them see it. */
export const HIDDEN_REASONS: Record<AdminMenus['hidden'][number]['reason'], string> = {
  draft: 'Its page is a draft. Publish the page to show it.',
  missing: 'No page has this address. Choose another or remove the entry.',
}
