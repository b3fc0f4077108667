import { hasRight, type Right, type Role } from '#kernel/rights.ts'
import type { IconName } from '#ui/pictures/icon.tsx'
import { mayRead, type TabName } from '../tabs/tabs.ts'
import type { Entry } from './entry.ts'

type Action = { title: string; words: string; icon: IconName; right: Right; tab: TabName; query?: string }

/** Actions that staff can start from any tab. */
const ACTIONS: readonly Action[] = [
  {
    title: 'Create New Giveaway',
    words: 'add make new',
    icon: 'plus',
    right: 'giveaways.change',
    tab: 'giveaways',
    query: '&new=1',
  },
  {
    title: 'Create New Product',
    words: 'add make new',
    icon: 'plus',
    right: 'products.change',
    tab: 'products',
    query: '&new=1',
  },
  {
    title: 'Create User',
    words: 'add make new person',
    icon: 'plus',
    right: 'people.create',
    tab: 'users',
    query: '&new=1',
  },
  {
    title: 'Create Code',
    words: 'add make new coupon promo',
    icon: 'plus',
    right: 'codes.change',
    tab: 'codes',
    query: '&new=1',
  },
  { title: 'Send SMS', words: 'text message bulk', icon: 'mail', right: 'sms.send', tab: 'sms' },
  {
    title: 'Orders to pack',
    words: 'fulfil ship waiting',
    icon: 'box',
    right: 'orders.fulfil',
    tab: 'orders',
    query: '&status=to_pack&sort=oldest',
  },
  {
    title: 'Payments to review',
    words: 'late money hold',
    icon: 'warning',
    right: 'orders.refund',
    tab: 'orders',
    query: '&status=review',
  },
  {
    title: 'Disputed orders',
    words: 'chargeback dispute bank evidence deadline',
    icon: 'warning',
    right: 'orders.refund',
    tab: 'orders',
    query: '&status=disputed',
  },
]

const hasWords = (text: string, sought: string) =>
  sought
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.toLowerCase().includes(word))

/** Actions and tabs for a role that match all search words. */
export function actionsFor(role: Role, sought: string): Entry[] {
  const begun = ACTIONS.filter(({ right }) => hasRight(role, right)).map(({ title, words, icon, tab, query = '' }) => ({
    entry: { id: title, title, detail: '', icon, to: `/admin?tab=${tab}${query}` },
    text: `${title} ${words}`,
  }))
  const places = mayRead(role).map(({ name, label }) => ({
    entry: {
      id: `go-${name}`,
      title: `Go to ${label}`,
      detail: '',
      icon: 'arrow-right' as const,
      to: `/admin?tab=${name}`,
    },
    text: `Go to ${label} ${name} open tab`,
  }))
  return [...begun, ...places].filter(({ text }) => hasWords(text, sought)).map(({ entry }) => entry)
}
