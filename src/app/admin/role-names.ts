import type { Role } from '#platform/rights.ts'

export const ROLE_NAMES: Record<Role, string> = {
  owner: 'Owner',
  manager: 'Manager',
  support: 'Support',
  fulfilment: 'Fulfilment',
  'draw-officer': 'Draw officer',
}
