import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { jsonIn, tabStorage } from '#kernel/client/storage/browser-storage.ts'
import { hasRight, type Right, type Role } from '#kernel/rights.ts'
import type { IconName } from '#ui/pictures/icon.tsx'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import { mayRead, type TabName } from '../tabs/tabs.ts'
import { FOUND_KINDS, type Found, LEAST_CHARACTERS } from './contract.ts'
import type { AdminSearchApi } from './search.server.ts'

export type EntryGroup = { label: string; entries: Entry[] }

/** Shorter than the debounce of lists, because the response is small. */
const WAIT_MS = 120
const GROUPS: Record<Found['kind'], string> = {
  person: 'Users',
  order: 'Orders',
  giveaway: 'Giveaways',
  product: 'Products',
}

/** Palette entries for the typed text. Without text: recent choices and actions. */
export function useEntries(role: Role, typed: string) {
  const q = typed.trim()
  const sought = useDebouncedValue(q, WAIT_MS)
  const [recent] = useState(recentChoices)
  const search = useQuery({
    queryKey: ['admin-search', sought],
    queryFn: () => call(clientOf<AdminSearchApi>().admin.search.$get({ query: { q: sought } })),
    enabled: sought.length >= LEAST_CHARACTERS,
    placeholderData: keepPreviousData,
  })
  const found = q.length >= LEAST_CHARACTERS ? (search.data?.found ?? []) : []
  const actions = actionsFor(role, q)
  const groups: EntryGroup[] = [
    { label: 'Recent', entries: q ? [] : recent },
    ...FOUND_KINDS.map(kind => ({
      label: GROUPS[kind],
      entries: found.filter(one => one.kind === kind).map(entryOf),
    })),
    { label: 'Actions', entries: actions.filter(({ id }) => q || !recent.some(choice => choice.id === id)) },
  ]
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isSearching: q.length >= LEAST_CHARACTERS && (q !== sought || search.isFetching),
    problem: search.error?.message,
  }
}

/** One line of the palette. */
export type Entry = {
  /** Unique among all lines. */
  id: string
  title: string
  detail: string
  icon: IconName
  to: string
}

const FOUND: Record<Found['kind'], { icon: IconName; to: (id: string) => string }> = {
  person: { icon: 'user', to: id => `/admin?tab=users&user=${id}` },
  order: { icon: 'cart', to: id => `/admin?tab=orders&order=${id}` },
  giveaway: { icon: 'ticket', to: id => `/admin?tab=giveaways&giveaway=${id}` },
  product: { icon: 'box', to: id => `/admin?tab=products&product=${id}` },
}

const entryOf = ({ kind, id, title, detail }: Found): Entry => ({
  id: `${kind}-${id}`,
  title,
  detail,
  icon: FOUND[kind].icon,
  to: FOUND[kind].to(id),
})

const KEY = 'redoubt.admin-recent'
const KEPT = 6

/** Recent choices of this browser tab, newest first. Kept only as long as the tab, because entries name people. */
const recentChoices = () => (jsonIn(tabStorage, KEY) ?? []) as Entry[]

export function rememberChoice(entry: Entry): void {
  const others = recentChoices().filter(({ id }) => id !== entry.id)
  tabStorage.setItem(KEY, JSON.stringify([entry, ...others].slice(0, KEPT)))
}

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
    title: 'Cards to type',
    words: 'mail desk envelope free entry',
    icon: 'mail',
    right: 'entries.change',
    tab: 'mail',
    query: '&step=type',
  },
  {
    title: 'Cards to confirm',
    words: 'mail desk second person free entry',
    icon: 'mail',
    right: 'entries.confirm',
    tab: 'mail',
    query: '&step=confirm',
  },
  {
    title: 'Reviews to read',
    words: 'moderate approve reject stars',
    icon: 'star',
    right: 'reviews.moderate',
    tab: 'reviews',
  },
  {
    title: 'Stories of winners to read',
    words: 'moderate gallery photo consent',
    icon: 'star',
    right: 'reviews.moderate',
    tab: 'gallery',
  },
  {
    title: 'Payments held for checking',
    words: 'late money on hold',
    icon: 'warning',
    right: 'orders.refund',
    tab: 'orders',
    query: '&status=on_hold',
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
