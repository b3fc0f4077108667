/** A link of a menu. `href` is an address of the shop, or one that begins with `https://`. */
export type MenuEntry = { label: string; href: string }

/** The menus that staff write: the header's, and the first list of the footer. */
export type Menus = { header: readonly MenuEntry[]; footer: readonly MenuEntry[] }

/** The menus of a shop whose staff chose none. */
export const DEFAULT_MENUS: Menus = {
  header: [
    { label: 'Home', href: '/' },
    { label: 'Store', href: '/store' },
    { label: 'Giveaways', href: '/giveaways' },
    { label: 'Legal', href: '/legal' },
  ],
  footer: [
    { label: 'Store', href: '/store' },
    { label: 'Giveaways', href: '/giveaways' },
    { label: 'Past results', href: '/giveaways?tab=past' },
    { label: 'Fair draws', href: '/fair' },
    { label: 'Your account', href: '/dashboard' },
  ],
}

/** The footer's links to what the law wants beside every offer and giveaway. No menu of staff replaces them. */
export const LEGAL_LINKS: readonly MenuEntry[] = [
  { label: 'Terms & Conditions', href: '/legal#terms' },
  { label: 'Privacy Policy', href: '/legal#privacy' },
  { label: 'Sweepstakes Rules', href: '/legal#sweepstakes' },
  { label: 'Free mail-in entry', href: '/legal#no-purchase-necessary' },
  { label: 'Age Verification', href: '/legal#age-verification' },
  { label: 'Confirm your age', href: '/age-verification' },
]
