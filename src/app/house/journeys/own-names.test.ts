import { expect, it } from 'vitest'
import { DEMO_PEOPLE } from '../../../../db/demo/people.ts'
import { filesLike, fileText } from '../../testing/source/repository-files.ts'

/**
 * Another width of a journey, and another file of its suite, runs in the shop where the first one left its records. An e-mail address, title, name,
 * subject or code that a journey writes as a fixed text is then taken, or found twice. `e2e/own-names.ts` makes one for each call.
 */

/** Files whose records no other run of them meets. */
const APART: Record<string, string> = {
  'e2e/newcomers-hour.test.ts': 'each try opens a shop',
  'e2e/push.test.ts': 'pushes of a made-up service',
}
/** Fixed texts that leave nothing behind, or that their journey finds by another mark. */
const HARMLESS = new Set([
  // Senders of cards and entrants of a giveaway that the try has made.
  ...[
    'ada.marsh@example.com',
    'ada@mail.example',
    'ada@example.com',
    'stranger@example.com',
    "'Ada Mail'",
    "'Rosa Fields'",
  ],
  // Typed, and refused or never sent.
  ...['nobody@example.com', 'ada@fort.example', "'Rope'", "'A'", "'000000'"],
  // An order's e-mail address, under a reference of its own.
  ...['riley@example.com', 'rliey@example.com'],
  // Names of newcomers, whose address is new, and of records that belong to one.
  ...["'Riley Marsh'", "'Jordan Vale'", "'Field phone'", "'Handle with care'"],
  // A review under a product that the try has made.
  ...["'Held through a week of rain'", "'Held through a month of rain'"],
])

const EMAIL = /['"`/]([\w.+-]+@[\w-]+(?:\.[\w-]+)+)['"`/]/g
const TEXT = String.raw`(?:'[^'\n]+'|"[^"\n]+"|\x60[^\x60\n]+\x60)`
const FIELDS = '(?:title|name|code|sku|subject|giveaway|TITLE|GIVEAWAY|NAME)'
const NAMES = [
  // A name that the journey keeps for later, and the field of a call.
  new RegExp(String.raw`\bconst ${FIELDS} = (${TEXT})`, 'g'),
  new RegExp(String.raw`\b(?:title|sku|subject): (${TEXT})`, 'g'),
  // What it hands to a function that makes a record.
  new RegExp(
    String.raw`(?<![.\w])(?:make|add|create(?!Hash)|publish|drawn|stocked|person)\w*\((?:\w+, )?(${TEXT})`,
    'g',
  ),
  // What it types into the form of a record.
  new RegExp(
    String.raw`(?:getByLabel\((?:'|/\^)(?:Name|Title|Code|Subject)\b[^)]*\)|#(?:coupon-code|product-name)'\))(?:, |\.fill\()(${TEXT})`,
    'g',
  ),
]
/** A text that differs from call to call. The width and a number of the loop are those of the first try. */
const isOwn = (text: string) => /\$\{(?!width\}|number\}|at\})/.test(text)

const fixedIn = (text: string): string[] =>
  [
    ...[...text.matchAll(EMAIL)].map(([, email]) => email!).filter(email => !SEEDED.has(email)),
    ...NAMES.flatMap(pattern => [...text.matchAll(pattern)].map(([, name]) => name!)).filter(name => !isOwn(name)),
  ].filter(text => !HARMLESS.has(text))
const SEEDED = new Set(DEMO_PEOPLE.map(({ email }) => email))

it('no journey depends on a fixed address, title, name or code that its first try leaves behind', () => {
  const files = filesLike('e2e/*.test.ts')
  expect(files.length).toBeGreaterThan(60)
  const found = files
    .filter(file => !(file in APART))
    .flatMap(file => fixedIn(fileText(file)).map(text => `${file}: ${text}`))
  expect(found).toEqual([])
})

it('the check finds each kind of fixed name, and no name of one try', () => {
  for (const fixed of [
    "const email = 'jordan.vale@people.example'",
    "const title = 'Rope of the North'",
    `const title = \`Lantern for the Long Night \${width}\``,
    "const code = 'STAFF-15'",
    "{ name, price: 20, variants: [{ sku: 'LOST-ANSWER', stock: 5 }] }",
    "const words = { subject: 'A broken buckle', message: 'It broke.' }",
    "const { name, email } = await person('Quill Ashdown')",
    `await makeProduct(\`Mending Kit \${width}\`, 10, 18)`,
    "await form.getByLabel('Name').fill('Journey Canteen')",
    "await page.locator('#coupon-code').fill('LOST-ANSWER')",
  ])
    expect(fixedIn(fixed), fixed).toHaveLength(1)
  for (const own of [
    "const email = ownEmail('Jordan Vale')",
    "const title = ownName('Rope of the North')",
    "await makeProduct(ownName('Mending Kit'), 10, 18)",
    `const title = \`Cabin Kit \${Date.now()}\``,
    "await apiAs('daniel.kowalski@example.com')",
    "createHash('sha256')",
  ])
    expect(fixedIn(own), own).toEqual([])
})
