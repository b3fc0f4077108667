import { OWN_PAGES_TAG } from '#features/own-pages/queries/own-pages.server.ts'
import type { DataContext } from '#kernel/context.ts'
import type { Menus } from '#kernel/storefront/menus.ts'
import { STOREFRONT_TOPIC, type Storefront } from '#kernel/storefront/storefront.ts'
import type { Signals } from '#platform/jobs/signals.server.ts'
import { listTimed, shownAt, type Timed } from './announcements.server.ts'
import { homeIn, type KeptHome, readKeptHome } from './home.server.ts'
import { menusIn, readShownMenus } from './menus.server.ts'

/** Poll interval. A process shows an old state for at most this long when a signal was lost. */
const LOOK_MS = 3000

export type LiveStorefront = {
  /** What visitors see now, without a call of the database. */
  current: () => Storefront
  /** The published home page; undefined for the shop's own. */
  home: () => KeptHome | undefined
  /** The next moment at which it changes by the clock alone, in milliseconds; undefined for none. A page that is kept longer would be late. */
  changesAt: () => number | undefined
  start: () => Promise<void>
  stop: () => void
}

type Parts = Pick<DataContext, 'db' | 'log' | 'now'> & {
  signals: Signals
  /** Called after a change by staff. */
  onChange: () => void
}

type Kept = { menus?: Menus; home?: KeptHome; announcements: readonly Timed[] }

/**
 * What staff wrote for every public page, in the memory of each process, so that a page needs no statement for it. A signal makes a process
 * read again, as does a change of an own page, which a menu may lead to; a poll finds changes whose signal was lost.
 */
export function createLiveStorefront({ signals, onChange, ...data }: Parts): LiveStorefront {
  let kept: Kept = { announcements: [] }
  let known = JSON.stringify(kept)
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> = Promise.resolve()

  async function read(): Promise<void> {
    const next = await readKept(data)
    const text = JSON.stringify(next)
    if (text === known) return
    known = text
    kept = next
    onChange()
  }
  /** One reading after the other, so that an older one does not replace a newer one. */
  const look = () => {
    reading = reading.then(read).catch(error => data.log.warn({ err: error }, 'storefront not read'))
    return reading
  }

  signals.subscribe(STOREFRONT_TOPIC, () => void look())
  signals.subscribe('changed', tags => (tags as string[]).includes(OWN_PAGES_TAG) && void look())
  signals.onGap(() => void look())
  return {
    current: () => storefrontOf(kept, +data.now()),
    home: () => kept.home,
    changesAt: () => changeAfter(kept.announcements, +data.now()),
    async start() {
      await read()
      timer = setInterval(() => void look(), LOOK_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}

async function readKept(data: Pick<DataContext, 'db' | 'now'>): Promise<Kept> {
  const rows = await data.db
    .selectFrom('storefront_part')
    .select(['name', 'content'])
    .where('content', 'is not', null)
    .execute()
  const contentOf = (part: string) => rows.find(({ name }) => name === part)?.content ?? null
  const [menus, home] = [contentOf('menus'), homeIn(contentOf('home'))]
  return {
    ...(menus && { menus: await readShownMenus(data, menusIn(menus)) }),
    ...(home && { home: await readKeptHome(data, home) }),
    announcements: await listTimed(data),
  }
}

function storefrontOf({ menus, announcements }: Kept, at: number): Storefront {
  const bar = shownAt(announcements, at)
  const announcement = bar && {
    key: `${bar.id.slice(-12)}.${bar.version}`,
    text: bar.text,
    href: bar.href,
    endsAt: new Date(bar.ends).toISOString(),
  }
  return { ...(menus && { menus }), ...(announcement && { announcement }) }
}

const changeAfter = (announcements: readonly Timed[], at: number): number | undefined => {
  const later = announcements.flatMap(({ begins, ends }) => [begins, ends]).filter(moment => moment > at)
  return later.length > 0 ? Math.min(...later) : undefined
}
