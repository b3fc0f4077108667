import chromium from '@sparticuz/chromium'
import { type Browser, type CDPSession, type Page, chromium as playwright } from 'playwright-core'
import { DEMO_PASSWORD } from '#app/seed/demo-accounts.ts'
import type { Pool } from '#platform/db/database.server.ts'
import type { Site } from './bench-kinds.ts'
import { makeGiveaways } from './crowd.ts'
import { type Frames, framesWhile } from './frames.ts'
import { sized } from './short.ts'
import type { Line } from './table.ts'

const SLOTS = 10_000
const TAKEN = 6000
const THROTTLE = sized(4, 1)
const WIDTHS = [390, 1440]
const OPEN_LIMIT_MS = 300
const PRESS_LIMIT_MS = 200
/** Speed of a fling by thumb, in CSS pixels per second. */
const SPEED = 2400
const DISTANCE = sized(6000, 1200)
const OPENINGS = sized(5, 2)
const ENTER = 'button[aria-haspopup=dialog][aria-label^=Enter]'
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync', '--no-first-run']

/**
 * Measures the dialog with 10,000 slots, 6,000 of them taken, on a phone and on a wide screen with the CPU throttled to a quarter.
 * Figures: time from data to the first visible slots; frames dropped while scrolling, beside a plain list; and time until a press is
 * visible.
 */
export async function benchSlotDialog({ pool, shop: { origin }, add }: Site): Promise<void> {
  const [giveaway] = await makeGiveaways(pool, 1, SLOTS, 5)
  await takeSlots(pool, giveaway!, SLOTS, TAKEN)
  const browser = await playwright.launch({ executablePath: await chromium.executablePath(), args: FLAGS })
  try {
    for (const width of WIDTHS) add(...(await measure(browser, `${origin}/giveaways/${giveaway}`, width)))
  } finally {
    await browser.close()
  }
}

/** Takes the first slots of a fixed shuffle, with entry rows as claims write them. */
export const takeSlots = (pool: Pool, giveaway: string, slots: number, taken: number) =>
  pool.query(
    `insert into giveaway_entry (id, giveaway_id, user_id, slot_number, created_at)
     select gen_random_uuid(), $1, gen_random_uuid(), slot, now()
     from (select slot from generate_series(1, $2::int) slot order by md5(slot::text) limit $3) taken`,
    [giveaway, slots, taken],
  )

async function measure(browser: Browser, address: string, width: number): Promise<Line[]> {
  const isPhone = width < 600
  const context = await browser.newContext({
    viewport: { width, height: isPhone ? 844 : 900 },
    hasTouch: isPhone,
    deviceScaleFactor: 1,
  })
  const page = await context.newPage()
  const { origin } = new URL(address)
  await page.goto(`${origin}/login`)
  await page.getByLabel(/^Email/).fill('shopper@redoubt.test')
  await page.getByLabel(/^Password/).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('**/dashboard')
  const session = await context.newCDPSession(page)
  const openings: number[] = []
  for (let n = 0; n < OPENINGS; n++) openings.push(await openOnce(page, session, address))
  const scrolled = await scrolling(page, session, '[role=grid]')
  const presses = await pressing(page)
  await page.close()
  const bare = await context.newPage()
  await bare.setContent(PLAIN_LIST)
  const bareSession = await context.newCDPSession(bare)
  await bareSession.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
  const plain = await scrolling(bare, bareSession, '#plain')
  await context.close()
  return linesOf(width, openings, scrolled, plain, presses)
}

/** A list without script with about as many boxes as the visible grid: the scroll limit of this machine. */
const PLAIN_LIST = `<div style="height:400px;width:90%;overflow-y:auto"><div id="plain">${'<p style="height:56px;margin:0">Slot</p>'.repeat(400)}</div></div>`

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const ms = (value: number) => `${Math.round(value)} ms`
const dropped = ({ drawn, dropped: lost }: Frames) => `${lost} of ${drawn + lost}`

function linesOf(width: number, openings: number[], scrolled: Frames, plain: Frames, presses: number[]): Line[] {
  const what = `${SLOTS.toLocaleString('en-US')} slots at ${width} px, processor at a quarter`
  return [
    {
      what: `${what}: from its data to its slots on the screen, median of ${OPENINGS} fresh pages`,
      measured: `${ms(middle(openings))} (slowest ${ms(Math.max(...openings))})`,
      ceiling: '',
      aim: `${OPEN_LIMIT_MS} ms`,
      ok: middle(openings) < OPEN_LIMIT_MS,
    },
    {
      what: `${what}: frames dropped while ${DISTANCE} px are scrolled at ${SPEED} px/s; longest task`,
      measured: `${dropped(scrolled)}; ${ms(scrolled.longestTaskMs)}`,
      ceiling: `${dropped(plain)}; ${ms(plain.longestTaskMs)}, a plain list`,
      aim: 'at most 1 in 100 more than the plain list',
      ok: scrolled.dropped <= plain.dropped + scrolled.drawn / 100,
    },
    {
      what: `${what}: a press until its slot is drawn as chosen, median`,
      measured: ms(middle(presses)),
      ceiling: '',
      aim: `${PRESS_LIMIT_MS} ms`,
      ok: middle(presses) < PRESS_LIMIT_MS,
    },
  ]
}

/** Opens the dialog on a fresh page. @returns milliseconds from the dialog's last response to the frame that shows slots. */
async function openOnce(page: Page, session: CDPSession, address: string): Promise<number> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.goto(address)
  // A reloaded page keeps its place, where a bar at the bottom may hold a second button.
  await page.locator(ENTER).waitFor()
  await page.waitForLoadState('networkidle')
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
  return page.evaluate(async enter => {
    const began = performance.now()
    document.querySelector<HTMLButtonElement>(enter)!.click()
    while (!document.querySelector('[role=gridcell]')) await new Promise(requestAnimationFrame)
    // The browser draws the frame with the slots after its callbacks; the next callback runs when that frame is done.
    const shown = await new Promise<number>(requestAnimationFrame)
    const answers = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, startTime }) => startTime >= began && /\/api\/(giveaways\/.*\/slots|credits)/.test(name))
      .map(({ responseEnd }) => responseEnd)
    // On a slow machine the balance may come after the slots are shown.
    return shown - Math.max(began, ...answers.filter(end => end <= shown))
  }, ENTER)
}

/** Scrolls down and up in steps, like a wheel. */
async function scrolling(page: Page, session: CDPSession, inside: string): Promise<Frames> {
  const box = await page.evaluate(selector => {
    const frame = document.querySelector(selector)!.parentElement!
    // The page scrolls smoothly, and would be elsewhere now.
    frame.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = frame.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }, inside)
  return framesWhile(session, async () => {
    for (const yDistance of [-DISTANCE, DISTANCE]) {
      await session.send('Input.synthesizeScrollGesture', {
        ...box,
        yDistance,
        speed: SPEED,
        gestureSourceType: 'mouse',
        preventFling: true,
      })
    }
  })
}

/** Selects the first visible free slots and deselects them. @returns milliseconds until each was drawn as selected. */
const pressing = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const times: number[] = []
    const free = [...document.querySelectorAll<HTMLElement>('[role=gridcell][aria-label$=free]')].slice(0, 3)
    for (const cell of free) {
      const slot = cell.dataset.slot
      const isChosen = () => document.querySelector(`[data-slot="${slot}"]`)?.getAttribute('aria-selected') === 'true'
      for (const wanted of [true, false]) {
        const began = performance.now()
        document.querySelector<HTMLElement>(`[data-slot="${slot}"]`)!.click()
        while (isChosen() !== wanted) await new Promise(requestAnimationFrame)
        const shown = await new Promise<number>(requestAnimationFrame)
        if (wanted) times.push(shown - began)
      }
    }
    return times
  })
