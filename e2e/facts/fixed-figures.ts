import { DEMO_GIVEAWAYS } from '../../db/demo/giveaways.ts'
import { DEMO_PRODUCTS } from '../../db/demo/products.ts'
import { DEMO_REVIEWS } from '../../db/demo/reviews.ts'

const COUNTED =
  /\b(?:\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|thirty)[ -](?:business |whole |calendar )?(?:hour|day|week|month|year|minute|second|credit)s?\b|(?<![%\d])\b\d[\d.]* ?%(?!\d)/gi

/** Figures with a unit that no setting decides, and why. */
const FIXED: readonly (readonly [RegExp, string])[] = [
  [/\bOne credit takes one/, 'An entry costs one credit of the tier.'],
  [/\b72 ?hours/, 'The deadline of the notice: NOTIFY_HOURS, see legal-deadlines.test.ts.'],
  [
    /\b7 days to (respond|answer)|\banswers? within 7 days|\bwithin 7 days; prize passed on/,
    'The deadline of the answer: ANSWER_DAYS.',
  ],
  [/\bwithin 180 days/, 'A wish to be told when a product is back: BACK_IN_STOCK_WORDING.'],
  [/\b30 days of delivery|\b30 days\b/, 'Returns and the deletion of data: rules of the legal texts.'],
  [/\b90 days of the draw/, 'The list of winners by mail: a rule of the official rules.'],
  [/\b24 months\b/, 'A once mark lapses: ONCE_MONTHS.'],
  [/\bfirst round of the beacon \d+ seconds later/, 'Fixed for a giveaway when it is published.'],
  [/\bin ten years\b/, 'A figure of speech.'],
  [/−\d+%/, 'A discount, from two prices.'],
  [/^Tax \(/, 'The record of a paid order.'],
]

/** Figures of the texts that staff write: products, giveaways and reviews of the demo. */
const OF_THE_DEMO = new Set(
  (JSON.stringify([DEMO_PRODUCTS, DEMO_GIVEAWAYS, DEMO_REVIEWS]).match(COUNTED) ?? []).map(figure =>
    figure.toLowerCase(),
  ),
)

/** Figures of a block that neither its text's author nor a rule of the code explains. */
export const unexplained = (block: string): string[] =>
  FIXED.some(([figure]) => figure.test(block))
    ? []
    : (block.match(COUNTED) ?? []).filter(figure => !OF_THE_DEMO.has(figure.toLowerCase()))
