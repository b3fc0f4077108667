import { RIGHTS_OF, type Role } from '#kernel/rights.ts'

/** The purpose of a role in one sentence; `rightsOf` lists its rights. */
export const ROLE_ABOUT: Record<Role, string> = {
  owner: 'Everything, and alone: who is staff, the settings, and what the shop costs to run.',
  manager: 'Runs the shop day by day; draws no winners, and decides neither roles nor settings.',
  support: 'Answers people: reads users, orders and credits, and changes nothing but tickets.',
  fulfilment: 'Packs and ships orders and prizes, and sees no more of people than an address.',
  'draw-officer': 'Keeps the entries, draws winners, and sees the prizes handed over.',
}

const AREAS: Record<string, string> = {
  people: 'users',
  sms: 'SMS',
  codes: 'promo codes',
  records: 'audit log',
}

/** The rights of a role by area: `{ area: 'orders', verbs: ['read', 'refund'] }`, in the order of the rights table. */
export function rightsOf(role: Role): { area: string; verbs: string[] }[] {
  const areas = new Map<string, string[]>()
  for (const right of RIGHTS_OF[role]) {
    const [area = '', verb = ''] = right.split('.')
    areas.set(area, [...(areas.get(area) ?? []), verb])
  }
  return [...areas].map(([area, verbs]) => ({ area: AREAS[area] ?? area, verbs }))
}
