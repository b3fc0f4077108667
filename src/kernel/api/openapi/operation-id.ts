/** Verbs that can end a path: `POST /orders/{id}/cancel` is `cancelOrder`. */
const LAST_VERBS = (
  'accept adjust answer approve archive award cancel change check close confirm consume correct crop decline deliver disable duplicate enable ' +
  'finish grant hide import merge moderate pack pause pay preview publish reconcile refresh refuse reject relist report resolve restore resume ' +
  'retry revoke search settle ship swap unpack unsubscribe validate withdraw'
).split(' ')

const METHOD_VERBS: Record<string, string> = { post: 'create', put: 'save', patch: 'update', delete: 'delete' }

/** Further first words of ids, which routes choose themselves. */
const OWN_VERBS = (
  'add apply challenge draw enroll enter export find issue make open pass quote receive register remove request resend reset select send ' +
  'sign start test upload verify'
).split(' ')

/** First words of ids. */
export const OPERATION_VERBS: ReadonlySet<string> = new Set([
  ...['get', 'list', ...Object.values(METHOD_VERBS)],
  ...LAST_VERBS,
  ...OWN_VERBS,
])

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const camel = (words: string) =>
  words
    .split(/[^a-z0-9]+/i)
    .map(capital)
    .join('')

const UNCOUNTED = /(credits|settings|preferences|news|papers|sms|jwks|ics|status|ss)$/
const isPlural = (word: string) => word.endsWith('s') && !UNCOUNTED.test(word)
const singular = (word: string) => (isPlural(word) ? word.replace(/ies$/, 'y').replace(/s$/, '') : word)

/**
 * The id of an operation, from its method and path: a verb and nouns, like the name of a command. It stays as long as the path stays.
 * `GET /orders/{id}` is `getOrder`, `GET /my/orders` `listMyOrders`, `POST /giveaways/{id}/entries` `createGiveawayEntry`,
 * `POST /orders/{id}/cancel` `cancelOrder`. A route with an `operationId` of its own names itself.
 */
export function operationIdOf(method: string, path: string): string {
  const segments = path.split('/').filter(Boolean)
  const last = segments.at(-1)!
  // `PUT …/answer` saves an answer; only a POST acts.
  const isAct = method === 'post' && LAST_VERBS.includes(last)
  const nouns = isAct ? segments.slice(0, -1) : segments
  const isOne = method === 'post' && !isAct
  const names = nouns.flatMap((segment, at) => {
    if (segment.startsWith('{')) return []
    const isLast = at === nouns.length - 1 && !isOne
    return [camel(isLast ? segment : singular(segment))]
  })
  if (isAct) return last + names.join('')
  const verb = method === 'get' ? (isPlural(last) ? 'list' : 'get') : METHOD_VERBS[method]!
  return verb + names.join('')
}
