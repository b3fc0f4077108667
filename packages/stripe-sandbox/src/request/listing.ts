import type Stripe from 'stripe'
import { type Kind, type Kinds, listOf } from '../books/kinds.ts'
import type { Work } from '../books/work.ts'
import { missing } from './faults.ts'

type Page = {
  limit: number
  starting_after?: string | undefined
  ending_before?: string | undefined
  created?: Created | undefined
}
type Created = { gt?: number; gte?: number; lt?: number; lte?: number }

/**
 * One page of objects of a kind, newest first.
 * @param refs ids that each object must reference; undefined entries are ignored.
 * @param match fields that each object must have.
 */
export async function listKind<K extends Kind>(
  work: Work,
  kind: K,
  url: string,
  page: Page,
  refs: (string | undefined)[] = [],
  match: Record<string, unknown> = {},
): Promise<Stripe.ApiList<Kinds[K]>> {
  const { limit, starting_after: after, ending_before: before } = page
  const cursor = before ?? after
  if (cursor) {
    await work.load([cursor])
    work.get(kind, cursor, before ? 'ending_before' : 'starting_after')
  }
  const filter = {
    refs: refs.filter(ref => ref !== undefined),
    match,
    limit,
    ...stretchOf(page.created ?? {}),
    ...(after && { after }),
    ...(before && { before }),
  }
  const { data, hasMore } = await work.store.list(kind, filter)
  return listOf(data, url, hasMore)
}

/** Times are whole seconds, so `gt` becomes `gte` of the next second. */
const stretchOf = ({ gt, gte, lt, lte }: Created) => ({
  since: gt === undefined ? gte : gt + 1,
  until: lte === undefined ? lt : lte + 1,
})

/** One page of a list inside an object, in its order. */
export function pageOf<T extends { id: string }>(items: T[], url: string, page: Page): Stripe.ApiList<T> {
  const { limit, starting_after: after } = page
  const at = after ? items.findIndex(item => item.id === after) : -1
  if (after && at < 0) throw missing('line_item', after, 'starting_after')
  const data = items.slice(at + 1, at + 1 + limit)
  return listOf(data, url, at + 1 + limit < items.length)
}
