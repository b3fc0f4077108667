type Subject = { type: 'order' | 'giveaway' | 'ticket' | 'inquiry'; id: string }

/** The tab of each subject type, and the address parameter that opens a subject there. */
const PLACES: Record<Subject['type'], { tab: string; open: string }> = {
  order: { tab: 'orders', open: 'order' },
  giveaway: { tab: 'giveaways', open: 'giveaway' },
  ticket: { tab: 'support', open: 'open' },
  inquiry: { tab: 'inquiries', open: 'open' },
}

/** The staff page of a subject. */
export function linkToSubject({ type, id }: Subject): string {
  const { tab, open } = PLACES[type]
  return `/admin?${new URLSearchParams({ tab, [open]: id })}`
}
