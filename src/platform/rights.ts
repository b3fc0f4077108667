/** What a member of the staff may do. Every route of the staff names one (`staff('orders.refund')`), and every button asks for it. */
export const RIGHTS = [
  'overview.read',
  'activity.read',
  'revenue.read',
  'costs.read',
  'orders.read',
  'orders.fulfil',
  'orders.refund',
  'orders.export',
  'codes.read',
  'codes.change',
  'products.read',
  'products.change',
  'products.delete',
  'products.export',
  'giveaways.read',
  'giveaways.change',
  'giveaways.delete',
  'entries.read',
  'entries.change',
  'giveaways.draw',
  'winners.read',
  'winners.change',
  'winners.pass-on',
  'people.read',
  'people.create',
  'people.change',
  'people.disable',
  'people.delete',
  'people.merge',
  'people.export',
  'roles.change',
  'credits.read',
  'credits.change',
  'payments.reconcile',
  'tickets.read',
  'tickets.change',
  'sms.send',
  'records.read',
  'settings.read',
  'settings.change',
] as const
export type Right = (typeof RIGHTS)[number]

export const ROLES = ['owner', 'manager', 'support', 'fulfilment', 'draw-officer'] as const
export type Role = (typeof ROLES)[number]

/** What a role is called on the screen. */
export const ROLE_NAMES: Record<Role, string> = {
  owner: 'Owner',
  manager: 'Manager',
  support: 'Support',
  fulfilment: 'Fulfilment',
  'draw-officer': 'Draw officer',
}

/** What an owner alone decides: who is staff, by which rules the shop runs, and what it costs to run. */
const OWNERS_ALONE: readonly Right[] = ['roles.change', 'settings.change', 'costs.read']
/** A draw cannot be taken back, so it has an officer of its own; a manager prepares giveaways and does not draw, nor pass a prize on. */
const NOT_MANAGERS: readonly Right[] = [...OWNERS_ALONE, 'giveaways.draw', 'winners.pass-on']

/** The one table of who may do what. `isAdmin` of the specification is any of these roles. */
export const RIGHTS_OF: Record<Role, readonly Right[]> = {
  owner: RIGHTS,
  manager: RIGHTS.filter(right => !NOT_MANAGERS.includes(right)),
  support: [
    'overview.read',
    'activity.read',
    'orders.read',
    'codes.read',
    'products.read',
    'giveaways.read',
    'entries.read',
    'winners.read',
    'people.read',
    'credits.read',
    'tickets.read',
    'tickets.change',
    'records.read',
  ],
  fulfilment: [
    'overview.read',
    'orders.read',
    'orders.fulfil',
    'orders.export',
    'products.read',
    'winners.read',
    'winners.change',
  ],
  'draw-officer': [
    'overview.read',
    'activity.read',
    'giveaways.read',
    'entries.read',
    'entries.change',
    'giveaways.draw',
    'winners.read',
    'winners.change',
    'winners.pass-on',
    'records.read',
  ],
}

/** @param role of somebody; null for whoever is no staff. */
export const hasRight = (role: Role | null | undefined, right: Right): boolean =>
  role ? RIGHTS_OF[role].includes(right) : false
