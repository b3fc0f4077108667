import { leavesOf } from '#app/testing/strings/setting-facts.ts'
import { STATE_NAMES } from '#kernel/shipping/us-states.ts'
import { DEMO_GIVEAWAYS } from '../../db/demo/giveaways.ts'
import { DEMO_PAGES } from '../../db/demo/pages.ts'
import PICTURES from '../../db/demo/pictures.json' with { type: 'json' }
import { DEMO_PRODUCTS } from '../../db/demo/products.ts'
import { DEMO_REVIEWS } from '../../db/demo/reviews.ts'

const NAMES = /\bredoubt|\bprovo\b|\bmountain\b|\butah\b|\bM[SD]T\b/i
/** Formats of the draw, browser storage, and the demo's people: accounts, winners, and addresses, which are in the town of the demo's shop. */
const TECHNICAL =
  /redoubt\/[a-z]+(\/\d)?|redoubt-((receipt|bundle|draw|witness)[/-]\d?|verify\.(mjs|html|py))|REDOUBT-CARD:|'redoubt\.[\w-]+'|[\w.+•-]+@redoubt\.test|Provo, UT(?! 84603)|^(\w+ \w\., )?Utah$/g

/** Texts of goods and giveaways that the demo's staff wrote, such as the letters on a coin. */
const WRITTEN = [DEMO_PRODUCTS, DEMO_GIVEAWAYS, DEMO_PAGES, DEMO_REVIEWS, Object.values(PICTURES)]
  .flatMap(rows => leavesOf({ ...rows.map(row => row) }))
  .flatMap(([, text]) => JSON.stringify(text).match(/[^"\\]{4,}/g) ?? [])
  .filter(text => NAMES.test(text))

const isListOfStates = (text: string) => Object.values(STATE_NAMES).filter(name => text.includes(name)).length > 8

/** The names of the demo's shop and of its place that a text says. */
export function namesOfTheDemo(text: string): string | undefined {
  if (!NAMES.test(text)) return undefined
  const rest = WRITTEN.reduce((left, written) => left.replaceAll(written, ''), text.replace(TECHNICAL, ''))
  if (isListOfStates(rest)) return NAMES.exec(rest.replace(/utah/gi, ''))?.[0]
  return NAMES.exec(rest)?.[0]
}
