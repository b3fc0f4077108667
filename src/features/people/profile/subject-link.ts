type Subject = { type: 'order' | 'giveaway' | 'ticket' | 'inquiry'; id: string }

/** The tab of each kind of thing, and the parameter under which what is open stands in its address. */
const PLACES: Record<Subject['type'], { tab: string; open: string }> = {
  order: { tab: 'orders', open: 'order' },
  giveaway: { tab: 'giveaways', open: 'giveaway' },
  ticket: { tab: 'support', open: 'open' },
  inquiry: { tab: 'inquiries', open: 'open' },
}

/** Where staff see a thing that a person has to do with. */
export function linkToSubject({ type, id }: Subject): string {
  const { tab, open } = PLACES[type]
  return `/admin?${new URLSearchParams({ tab, [open]: id })}`
}
