import { clientOf, session } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { sentenceOf } from '#kernel/client/calls/sentence-of.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import { browserStorage, jsonIn } from '#kernel/client/storage/browser-storage.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { toast } from '#ui/feedback/toast.ts'
import type { WishIds } from '../../contract.ts'
import { MAX_GUEST_WISHES } from '../../rules.ts'
import type { SavedApi } from '../api.server.ts'
import { hearts } from './hearts.ts'

/** The list of a guest, in this browser. */
const KEPT = 'redoubt.wishes'
export const WISHES = ['wishes']
const NOT_SAVED = 'Your wish list could not be changed. Please try again.'

type Since = { savedAt?: string; savedPrice?: number }
type Kept = { productId: string; variantId: string | null } & Since

const { wishlist } = clientOf<SavedApi>().my

const showItems = (items: readonly { productId: string; variantId: string | null }[]) =>
  hearts.set(new Map(items.map(({ productId, variantId }) => [productId, variantId])))

function guestWishes(): Kept[] {
  const kept = jsonIn(browserStorage, KEPT)
  return Array.isArray(kept) ? kept.filter(one => isUuid(String(one?.productId))).slice(0, MAX_GUEST_WISHES) : []
}

function keep(wishes: readonly Kept[]) {
  if (wishes.length === 0) browserStorage.removeItem(KEPT)
  else browserStorage.setItem(KEPT, JSON.stringify(wishes.slice(0, MAX_GUEST_WISHES)))
  showItems(guestWishes())
}

function show({ items }: WishIds) {
  showItems(items)
  void invalidate(WISHES)
}

/** Changes run one after another, so that the later of two quick presses wins. */
let last: Promise<unknown> = Promise.resolve()
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work, work)
  last = next.catch(() => {})
  return next
}

/** Reads the list of the signed-in user, and joins what a guest kept in this browser. A failed call tries again at the next page. */
async function readAccount(): Promise<void> {
  const items = guestWishes()
  if (items.length > 0) {
    show(await call(wishlist.join.$post({ json: { items } })))
    browserStorage.removeItem(KEPT)
  } else showItems((await call(wishlist.ids.$get())).items)
}

let shownFor: string | undefined | null = null
function follow() {
  const { status, user } = session.state()
  if (status === 'unchecked' || user?.id === shownFor) return
  shownFor = user?.id
  if (user) void inTurn(readAccount).catch(() => {})
  else showItems(guestWishes())
}
session.subscribe(follow)
follow()
window.addEventListener('storage', ({ key }) => key === KEPT && !session.state().user && showItems(guestWishes()))

/** Saves a thing in the account, or in this browser for a guest. @throws when the account's list did not take it. */
async function save({ productId, ...json }: Kept): Promise<void> {
  if (session.state().user) return show(await call(wishlist[':productId'].$put({ param: { productId }, json })))
  const others = guestWishes().filter(wish => wish.productId !== productId)
  keep([{ ...json, productId, savedAt: json.savedAt ?? new Date().toISOString() }, ...others])
}

async function remove(productId: string): Promise<void> {
  if (session.state().user) return show(await call(wishlist[':productId'].$delete({ param: { productId } })))
  keep(guestWishes().filter(wish => wish.productId !== productId))
}

/** Runs a change, which shows at once. When it fails, the former hearts are shown again. */
async function change(kept: readonly Kept[], work: () => Promise<void>): Promise<boolean> {
  const before = hearts.get()
  showItems(kept)
  try {
    await inTurn(work)
    return true
  } catch (error) {
    hearts.set(before)
    toast.error(sentenceOf(error, NOT_SAVED))
    return false
  }
}

const heartsWithout = (productId: string): Kept[] =>
  [...hearts.get()].flatMap(([id, variantId]) => (id === productId ? [] : [{ productId: id, variantId }]))

/**
 * Removes a saved thing; the toast offers to undo.
 * @param alongUndo what the removal ended, to begin again.
 */
export async function removeWish(wish: Kept, name: string, alongUndo?: () => Promise<void>): Promise<void> {
  const { productId } = wish
  if (!(await change(heartsWithout(productId), () => remove(productId)))) return
  const undo = () => void change([wish, ...heartsWithout(productId)], () => save(wish).then(alongUndo))
  toast(`${name} was removed from your wish list`, { action: { label: 'Undo', onClick: undo } })
}

type Product = { id: string; name: string; price: number; salesPrice: number | null }

/** A press on a heart. @param navigate of the router, for the toast's way to the list or to the sign-in. */
export async function press(
  { id, name, price, salesPrice }: Product,
  variantId: string | undefined,
  isSaved: boolean,
  navigate: (to: string) => unknown,
): Promise<void> {
  const wish = { productId: id, variantId: variantId ?? null }
  // A page that was just loaded may not know its user yet.
  if (session.state().status === 'unchecked') await session.open()
  if (isSaved) {
    const kept = guestWishes().find(({ productId }) => productId === id)
    return removeWish(kept ?? { ...wish, variantId: hearts.get().get(id) ?? null }, name)
  }
  const isGuest = !session.state().user
  const saving = () => save({ ...wish, ...(isGuest && { savedPrice: salesPrice ?? price }) })
  if (!(await change([wish, ...heartsWithout(id)], saving))) return
  const { pathname, search } = window.location
  if (isGuest)
    toast.success(`${name} is saved in this browser`, {
      action: {
        label: 'Sign in to keep it',
        onClick: () => navigate(`/login?next=${encodeURIComponent(pathname + search)}`),
      },
    })
  else
    toast.success(`${name} is on your wish list`, {
      action: { label: 'See the list', onClick: () => navigate('/dashboard?tab=wishlist') },
    })
}
