import { describe, expect, it } from 'vitest'
import { MOVES_OF, RIGHT_OF } from '#features/orders/order/order-actions.ts'
import {
  ORDER_GUARDS,
  ORDER_MOVES,
  type OrderMove,
  STATE_COLUMNS,
  shownState,
  transitionOf,
} from '#features/orders/order/standing.ts'
import { fileText, repositoryFiles } from '../../testing/source/repository-files.ts'

/** docs/decisions/0023-orders-after-payment.md: one function writes the state of an order, and one inserts its events. */
const files = repositoryFiles('src', 'packages', 'db/functions').filter(
  file =>
    /\.(tsx?|sql)$/.test(file) &&
    !/\.(test|bench)\.tsx?$|\/(testing|tests)\/|^src\/app\/house\/|db\/tables\.ts$/.test(file),
)

/** The function that holds a place of a file: its last declaration at the left margin. */
const functionAt = (text: string, at: number) =>
  [...text.slice(0, at).matchAll(/^(?:export )?(?:default )?(?:async )?(?:function|const) (\w+)/gm)].at(-1)?.[1] ??
  'the file'

type Found = { place: string; columns: string }
const STATE = new RegExp(`\\b(?:${STATE_COLUMNS.join('|')})\\b`)

/** Statements that write orders, with the text that names their columns. Kysely's `set` and `values` of a variable name none. */
const WRITES = [
  /\bupdate customer_order\b[\s\S]*?\bset\b([\s\S]*?)(?:\bwhere\b|\bfrom\b|\breturning\b|`\s*\.)/gi,
  /\binsert into customer_order\s*\(([^)]*)\)/gi,
  /updateTable\('customer_order(?: as \w+)?'\)[\s\S]*?\.set\(([\s\S]*?)\)\s*\./g,
  /insertInto\('customer_order'\)[\s\S]*?\.values\(([\s\S]*?)\)\s*\n?\s*\./g,
  /\bmerge into customer_order\b([\s\S]*?)`/gi,
]
/** Columns that the text does not show. */
const HIDDEN = /^\s*\$\{|^\s*\w+\s*$|\.map\(\w+\)\s*$|\.\.\./

const writesOf = (sources: [string, string][]): Found[] =>
  sources.flatMap(([file, text]) =>
    WRITES.flatMap(pattern =>
      [...text.matchAll(pattern)].map(({ index, 1: columns }) => ({
        place: `${file} › ${functionAt(text, index)}`,
        columns: columns!,
      })),
    ),
  )
const writesState = ({ columns }: Found) => STATE.test(columns) || HIDDEN.test(columns)
const eventsOf = (sources: [string, string][]) =>
  sources.flatMap(([file, text]) =>
    [...text.matchAll(/insert into order_event\b|insertInto\('order_event'\)|merge into order_event/gi)].map(
      ({ index }) => `${file} › ${functionAt(text, index)}`,
    ),
  )

const sources = files.map((file): [string, string] => [file, fileText(file)])
const MOVER = 'src/features/orders/order/commands/move-order.server.ts › moveOrder'
const INSERTER = 'src/features/orders/order/commands/order-events.server.ts › insertEvent'

describe('an order', () => {
  it('has its state written by one function', () => {
    const found = writesOf(sources)
    expect(found.filter(writesState).map(({ place }) => place)).toEqual([MOVER])
    expect(found.length).toBeGreaterThan(7)
  })

  it('is on hold by the name of the state: its stored value stands once above SQL', () => {
    const VALUE =
      /(?:status|standing|kind|before|after)\b\)?,? (?:===|!==) 'review'|return 'review'|'pending'[^\]`]*'review'\s*\]/
    const named = sources.filter(([file]) => !file.startsWith('src/features/reviews/'))
    expect(named.filter(([, text]) => VALUE.test(text)).map(([file]) => file)).toEqual([])
    expect(named.flatMap(([file, text]) => (/ = 'review'$/m.test(text) ? [file] : []))).toEqual([
      'src/features/orders/order/standing.ts',
    ])
  })

  it('is answered with the name of its state, not with the stored value [B-11.62]', () => {
    const STORED =
      /\bstatus: \w+[!?]*\.standing\b|(?:paymentStatus|Status): \w+[!?]*\.status\b|=> order\.(?:standing|status)\]/
    expect(sources.filter(([, text]) => STORED.test(text)).map(([file]) => file)).toEqual([])
    expect(sources.filter(([, text]) => /\bshownState\(/.test(text)).length).toBeGreaterThan(5)
  })

  it('has its events inserted by one function', () => {
    expect(eventsOf(sources)).toEqual([INSERTER])
  })

  it('has no state column in what a caller gives to a move', () => {
    const given = sources.flatMap(([file, text]) =>
      /\b(moveOrder|stepOrder|requireMove)\(/.test(text)
        ? [...text.matchAll(/\bset(?::| =) sql`([^`]*)`/g)].map(([, columns]) => ({ place: file, columns: columns! }))
        : [],
    )
    expect(given.filter(({ columns }) => STATE.test(columns))).toEqual([])
    expect(given.length).toBeGreaterThan(3)
  })

  it.each([
    ['a statement', "sql`update customer_order set status = 'paid' where number = 1`.execute(db)", true],
    [
      'a statement of a CTE',
      "sql`with a as (update customer_order o set note = 1, fulfilment = 'packed' from b) select`",
      true,
    ],
    ['a query builder', "db.updateTable('customer_order').set({ dispute_hold: 'open' }).where('id', '=', id)", true],
    ['columns that are not shown', "db.updateTable('customer_order').set(changed).where('id', '=', id)", true],
    ['an insert', 'sql`insert into customer_order (id, paid_at) values (1, 2)`', true],
    ['rows that are not shown', "db.insertInto('customer_order').values(rows.map(rowOf)).execute()", true],
    ['another column', "db.updateTable('customer_order').set({ session_id: id }).where('id', '=', id)", false],
    ['another column as text', 'sql`update customer_order set email = null where number = 1`.execute(db)', false],
  ])('would have a second writer found: %s', (_what, text, isWriter) => {
    const found = writesOf([['a.ts', `function second() {\n${text}\n}`]])
    expect(found.map(({ place }) => place)).toEqual(['a.ts › second'])
    expect(found.some(writesState)).toBe(isWriter)
  })

  it('has each move of the table made by a command', () => {
    const commands = sources.filter(([file]) => !/standing\.ts|order-actions\.ts/.test(file)).map(([, text]) => text)
    const calling = commands.filter(text => /\b(moveOrder|stepOrder|requireMove|setAddress)\(/.test(text)).join('\n')
    const actions = fileText('src/features/orders/order/order-actions.ts')
    const moves = ORDER_MOVES.filter(move => !calling.includes(`'${move}'`) && !actions.includes(`: '${move}'`))
    expect(moves).toEqual([])
  })
})

const rightsOf = (move: OrderMove) =>
  (Object.keys(MOVES_OF) as (keyof typeof MOVES_OF)[])
    .filter(action => (MOVES_OF[action] as readonly OrderMove[]).includes(move))
    .map(action => ` (\`${RIGHT_OF[action]}\`)`)
    .join('')

function rowOf(move: OrderMove): string {
  const { steps, who, guards = [], event } = transitionOf(move)
  const from = [...new Set(steps.flatMap(step => step.from))]
  const to = [...new Set(steps.map(step => (step.to === 'same' && from.length === 1 ? from[0]! : step.to)))]
  const cells = [
    `\`${move}\``,
    from.length === 10 ? 'any' : from.map(shownState).join(', '),
    to.map(shownState).join(' or '),
    who.map(one => (one === 'staff' ? `staff${rightsOf(move)}` : one)).join(', '),
    guards.map(guard => `\`${guard}\``).join(' '),
    event ? shownState(event) : '',
  ]
  return `| ${cells.join(' | ')} |`
}

describe('a refund', () => {
  it('has its state changed by one function', () => {
    const found = sources.flatMap(([file, text]) =>
      [...text.matchAll(/updateTable\('refund'\)\s*\.set\(([\s\S]*?)\)\s*\.|\bupdate refund\b([^`]*)/g)]
        .filter(([, built = '', raw = '']) => /status|\.\.\.(?!columnsOf)/.test(built + raw))
        .map(({ index }) => `${file} › ${functionAt(text, index)}`),
    )
    expect(found).toEqual(['src/features/orders/refunds/commands/move-refund.server.ts › moveRefund'])
  })
})

describe('the README of orders', () => {
  const readme = fileText('src/features/orders/README.md')
  it('shows the table of transitions as it is [B-11.61]', () => {
    const shown = readme.split('\n').filter(line => /^\| `\w+` \| /.test(line))
    expect(shown).toEqual(ORDER_MOVES.map(rowOf))
  })
  it('explains each guard', () => {
    expect(ORDER_GUARDS.filter(guard => !readme.includes(`- \`${guard}\`: `))).toEqual([])
  })
})
