/** Rights of staff. Each staff route requires one (`staff('orders.refund')`), and each button checks its right. */
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
  'giveaways.override',
  'entries.read',
  'entries.change',
  'entries.confirm',
  'giveaways.draw',
  'winners.read',
  'winners.change',
  'winners.pass-on',
  'winners.tax',
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
  'proposals.read',
  'proposals.decide',
  'tickets.read',
  'tickets.change',
  'reviews.moderate',
  'sms.send',
  'pages.change',
  'records.read',
  'settings.read',
  'settings.change',
  'operations.read',
  'operations.change',
] as const
export type Right = (typeof RIGHTS)[number]

export const ROLES = ['owner', 'manager', 'support', 'fulfilment', 'draw-officer'] as const
export type Role = (typeof ROLES)[number]

/** Display names of the roles. */
export const ROLE_NAMES: Record<Role, string> = {
  owner: 'Owner',
  manager: 'Manager',
  support: 'Support',
  fulfilment: 'Fulfilment',
  'draw-officer': 'Draw officer',
}

/**
 * Rights of owners only: roles, settings, the shop's running costs and its operation, taxpayer numbers, and setting a legal duty of a
 * giveaway aside.
 */
const OWNERS_ALONE: readonly Right[] = [
  'roles.change',
  'settings.change',
  'costs.read',
  'giveaways.override',
  'operations.read',
  'operations.change',
  'winners.tax',
]
/** A draw cannot be undone, so draw officers hold that right. A manager prepares giveaways but neither draws nor passes a prize on. */
const NOT_MANAGERS: readonly Right[] = [...OWNERS_ALONE, 'giveaways.draw', 'winners.pass-on']

/**
 * The rights of each role. A draw officer confirms the cards that another member of staff typed, and neither adds nor removes an entry,
 * because the person who draws must not choose the list. `isAdmin` in the API is true for any role. */
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
    'reviews.moderate',
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
    'proposals.read',
    'proposals.decide',
  ],
  'draw-officer': [
    'overview.read',
    'activity.read',
    'giveaways.read',
    'entries.read',
    'entries.confirm',
    'giveaways.draw',
    'winners.read',
    'winners.change',
    'winners.pass-on',
    'proposals.read',
    'proposals.decide',
    'records.read',
  ],
}

/** @param role null or undefined for users who are not staff. */
export const hasRight = (role: Role | null | undefined, right: Right): boolean =>
  role ? RIGHTS_OF[role].includes(right) : false
