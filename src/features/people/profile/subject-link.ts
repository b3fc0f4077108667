type Subject = { type: 'order' | 'giveaway' | 'ticket' | 'inquiry'; id: string }

/** Where staff see a thing that a person has to do with. */
export function linkToSubject({ type, id }: Subject): string {
  if (type === 'giveaway') return `/giveaways/${id}`
  const tab = { order: 'orders', ticket: 'support', inquiry: 'inquiries' }[type]
  return `/admin?${new URLSearchParams({ tab, [type]: id })}`
}
