import { inject } from 'vitest'
import { TABS } from '#app/admin/tabs/tabs.ts'
import { apiAs } from './shopper.ts'

export type Role = 'guest' | 'shopper' | 'premium' | 'admin'
/** `rests` is false for screens that keep skeletons or busy buttons. */
export type Screen = { name: string; path: string; as: Role; rests?: boolean }

/** All screens with a URL. Journeys test the modals on top of them. */
export const SCREENS: Screen[] = [
  { name: 'home', path: '/', as: 'guest' },
  { name: 'store', path: '/store', as: 'guest' },
  { name: 'store, narrowed down', path: '/store?tier=Silver&sort=price-asc&q=pouch', as: 'guest' },
  { name: 'store, nothing found', path: '/store?q=zeppelin', as: 'guest' },
  { name: 'product', path: '/product/star-fort-t-shirt', as: 'guest' },
  { name: 'product, sold out', path: '/product/camp-lantern', as: 'guest' },
  { name: 'product not found', path: '/product/zeppelin', as: 'guest' },
  { name: 'giveaways', path: '/giveaways', as: 'guest' },
  { name: 'past giveaways', path: '/giveaways?tab=past', as: 'guest' },
  { name: 'winners', path: '/winners', as: 'guest' },
  { name: 'giveaway not found', path: '/giveaways/zeppelin', as: 'guest' },
  { name: 'official rules', path: '/giveaways/loaded-gear-case-and-backpack/rules', as: 'guest' },
  { name: 'sign in', path: '/login', as: 'guest' },
  { name: 'register', path: '/register', as: 'guest' },
  { name: 'confirm account, reloaded', path: '/confirm-account', as: 'guest' },
  { name: 'age gate', path: '/age-verification', as: 'guest' },
  { name: 'offline page', path: '/offline', as: 'guest' },
  { name: 'e-mail choices, link incomplete', path: '/unsubscribe', as: 'guest' },
  { name: 'price alert, link incomplete', path: '/price-alert', as: 'guest' },
  { name: 'back in stock, link incomplete', path: '/back-in-stock', as: 'guest' },
  { name: 'free entry, link incomplete', path: '/free-entry', as: 'guest' },
  { name: 'legal', path: '/legal', as: 'guest' },
  { name: 'fairness page', path: '/fair', as: 'guest' },
  { name: 'legal, one version', path: '/legal/terms/1', as: 'guest' },
  { name: 'legal, no such version', path: '/legal/terms/999', as: 'guest' },
  { name: 'page of staff', path: '/pages/about-our-shop', as: 'guest' },
  { name: 'page of staff, not found', path: '/pages/zeppelin', as: 'guest' },
  { name: 'checkout of a guest', path: '/checkout', as: 'guest' },
  { name: 'payment cancelled', path: '/checkout?status=cancelled', as: 'guest' },
  { name: 'payment failed', path: '/checkout?status=failed', as: 'guest' },
  { name: 'payment of a guest', path: '/checkout?status=success&session_id=cs_1', as: 'guest' },
  { name: 'dashboard of a guest', path: '/dashboard', as: 'guest' },
  { name: 'gallery', path: '/dev/gallery', as: 'guest', rests: false },
  { name: 'home of a shopper', path: '/', as: 'shopper' },
  { name: 'giveaways of a shopper', path: '/giveaways', as: 'shopper' },
  { name: 'dashboard', path: '/dashboard', as: 'shopper' },
  { name: 'profile', path: '/dashboard?tab=profile', as: 'shopper' },
  { name: 'purchases', path: '/dashboard?tab=purchases', as: 'shopper' },
  { name: 'wish list', path: '/dashboard?tab=wishlist', as: 'shopper' },
  { name: 'my giveaways', path: '/dashboard?tab=giveaways', as: 'shopper' },
  { name: 'subscription', path: '/dashboard?tab=subscription', as: 'shopper' },
  { name: 'notification settings', path: '/notifications', as: 'shopper' },
  { name: 'notifications in the dashboard', path: '/dashboard?tab=notifications', as: 'shopper' },
  { name: 'checkout, cart empty', path: '/checkout', as: 'shopper' },
  { name: 'access denied', path: '/admin', as: 'shopper' },
  { name: 'giveaways of a member', path: '/giveaways', as: 'premium' },
  { name: 'subscription of a member', path: '/dashboard?tab=subscription', as: 'premium' },
  ...TABS.map(({ name, label }) => ({ name: `admin, ${label}`, path: `/admin?tab=${name}`, as: 'admin' as const })),
  { name: 'admin, orders, nothing found', path: '/admin?tab=orders&status=refunded&q=zeppelin', as: 'admin' },
  { name: 'admin, home', path: '/admin?tab=pages&part=home', as: 'admin' },
  { name: 'admin, menus', path: '/admin?tab=pages&part=menus', as: 'admin' },
  { name: 'admin, announcements', path: '/admin?tab=pages&part=announcements', as: 'admin' },
  { name: 'admin, referral codes', path: '/admin?tab=codes&state=referrals', as: 'admin' },
  { name: 'admin, revenue', path: '/admin?tab=revenue&days=all&by=product', as: 'admin' },
  { name: 'admin, revenue of days without any', path: '/admin?tab=revenue&days=2020-01-01..2020-01-31', as: 'admin' },
  { name: 'admin, discrepancies resolved', path: '/admin?tab=creditaudit&discrepancies=resolved', as: 'admin' },
]

/** Screens whose URLs depend on the demo data. */
export async function foundScreens(): Promise<Screen[]> {
  const origin = inject('origin')
  const list = async (query: string) => {
    const { giveaways } = (await (await fetch(`${origin}/api/giveaways${query}`)).json()) as {
      giveaways: { slug: string; state: string }[]
    }
    return giveaways
  }
  const open = (await list('')).find(({ state }) => state === 'open')!
  const drawn = (await list('?past=true')).find(({ state }) => state === 'drawn')!
  const mine = await (await apiAs('shopper@redoubt.test'))('/my/purchases?limit=1')
  const order = mine.json.purchases[0].orderId as string
  return [
    { name: 'giveaway', path: `/giveaways/${open.slug}`, as: 'guest' },
    { name: 'free entry', path: `/giveaways/${open.slug}/free-entry`, as: 'guest' },
    { name: 'free-entry card', path: `/giveaways/${open.slug}/free-entry/card`, as: 'guest' },
    { name: 'official rules', path: `/giveaways/${open.slug}/rules`, as: 'guest' },
    { name: 'giveaway of a shopper', path: `/giveaways/${open.slug}`, as: 'shopper' },
    { name: 'order', path: `/orders/${order}`, as: 'shopper' },
    { name: 'receipt', path: `/orders/${order}/receipt`, as: 'shopper' },
    { name: 'admin, one order', path: `/admin?tab=orders&order=${order}`, as: 'admin' },
    { name: 'a disputed order', path: `/orders/${inject('orderDisputed')}`, as: 'admin' },
    { name: 'admin, a disputed order', path: `/admin?tab=orders&order=${inject('orderDisputed')}`, as: 'admin' },
    { name: 'giveaway, drawn', path: `/giveaways/${drawn.slug}`, as: 'guest' },
    { name: 'stage, not sealed', path: `/giveaways/${open.slug}/stage`, as: 'guest' },
    { name: 'stage, drawn', path: `/giveaways/${drawn.slug}/stage`, as: 'guest' },
  ]
}
