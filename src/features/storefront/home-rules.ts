import type { HomeSectionId } from '#kernel/storefront/home/home.ts'
import { DEFAULT_HOME, type HomeSection } from '#kernel/storefront/home/home.ts'
import { HOME_FIELDS, unknownFields } from '#kernel/storefront/home/home-fields.ts'

type Locked = { words: string; why: string }
type SectionRules = {
  label: string
  /** Why it cannot be switched off; without it, it can. */
  kept?: string
  /** What the shop says or computes in it, which staff cannot write, and why. */
  locked: readonly Locked[]
  /** Of its parts, by id. */
  items?: Readonly<Record<string, string>>
}

const LEGAL_SENTENCE = 'The law wants this sentence beside every offer and giveaway.'
const OF_THE_DRAW = 'It tells what the draw proves, so it is the same in every shop.'
const OF_LISTS = 'Prices, odds, free slots and times are read from the products and giveaways.'

/** What staff may not change in a section of the home page, each with its reason. */
export const HOME_RULES: Readonly<Record<HomeSectionId, SectionRules>> = {
  hero: {
    label: 'Opening',
    kept: 'The opening has the main heading of the page, so it stays, and stays first.',
    locked: [
      { words: 'Tagline', why: 'It is a setting of the brand.' },
      { words: 'The current giveaway', why: `${OF_LISTS} It takes the place of the picture while it runs.` },
    ],
  },
  facts: {
    label: 'Facts under the opening',
    kept: 'It says that no purchase is necessary and from which age. The law wants both beside every offer.',
    locked: [
      { words: 'No purchase necessary: enter free by mail', why: LEGAL_SENTENCE },
      { words: 'Every draw can be checked', why: OF_THE_DRAW },
      { words: 'For adults of the minimum age and older', why: 'The minimum age is a setting.' },
      { words: 'The welcome of a signed-in user', why: 'Name, membership and entries are the user’s own.' },
    ],
  },
  steps: {
    label: 'Steps',
    locked: [
      { words: 'No purchase necessary: enter free by mail', why: LEGAL_SENTENCE },
      { words: 'The list is sealed before the public number that decides exists …', why: OF_THE_DRAW },
      { words: 'Pictures and links of the steps', why: 'They belong to what each step explains.' },
    ],
    items: { earn: 'Step 1', pick: 'Step 2', check: 'Step 3' },
  },
  giveaways: { label: 'Giveaways', locked: [{ words: 'The list and the latest draw', why: OF_LISTS }] },
  products: { label: 'Products', locked: [{ words: 'The list', why: OF_LISTS }] },
  benefits: {
    label: 'Reasons',
    locked: [
      { words: 'The same odds by mail', why: 'The rules of every giveaway give both ways the same odds.' },
      { words: 'Sealed before it is drawn', why: OF_THE_DRAW },
      { words: 'The four figures', why: 'They are rules and settings of the shop.' },
    ],
    items: { earns: 'Products', premium: 'Membership' },
  },
  closing: {
    label: 'Closing',
    locked: [
      { words: 'Which of both texts is shown', why: 'It follows whether a giveaway has a free slot.' },
      { words: 'The button', why: 'It leads to the store, and visitors without an account to the sign-in.' },
    ],
    items: { free: 'While a giveaway has free slots', later: 'Otherwise' },
  },
}

export const labelOf = (id: HomeSectionId): string => HOME_RULES[id].label

/** A section as a caller sends it. */
export type TypedSection = Omit<HomeSection, 'id' | 'picture'> & {
  id: string
  picture?: { image: string; alt: string } | null | undefined
}
export type HomeProblem = { path: (string | number)[]; sentence: string }

/** What stands in the way of a home page. Empty for one that can be published. */
export const homeProblems = (sections: readonly TypedSection[]): HomeProblem[] => [
  ...missingSections(sections),
  ...sections.flatMap((section, at) =>
    sectionProblems(sections, section, at).map(({ path, sentence }) => ({ path: ['sections', at, ...path], sentence })),
  ),
]

const missingSections = (sections: readonly TypedSection[]): HomeProblem[] =>
  DEFAULT_HOME.filter(({ id }) => !sections.some(section => section.id === id)).map(({ id }) => ({
    path: ['sections'],
    sentence: `The section “${labelOf(id)}” (${id}) is missing. Please send it, switched off if it should not be shown.`,
  }))

function sectionProblems(sections: readonly TypedSection[], section: TypedSection, at: number): HomeProblem[] {
  const shipped = DEFAULT_HOME.find(({ id }) => id === section.id)
  if (!shipped) return [{ path: ['id'], sentence: `There is no section “${section.id}”.` }]
  const { label, kept } = HOME_RULES[shipped.id]
  const found: HomeProblem[] = []
  if (sections.findIndex(({ id }) => id === section.id) !== at)
    found.push({ path: ['id'], sentence: `The section “${label}” is there twice.` })
  if (kept && !section.isShown)
    found.push({ path: ['isShown'], sentence: `“${label}” cannot be switched off. ${kept}` })
  if (shipped.id === 'hero' && at !== 0) found.push({ path: ['id'], sentence: HOME_RULES.hero.kept! })
  for (const field of ['headline', 'text', 'picture', 'buttons', 'items'] as const)
    if (section[field] !== undefined && shipped[field] === undefined)
      found.push({ path: [field], sentence: `“${label}” has no ${field} of yours.` })
  return [...found, ...itemProblems(shipped, section), ...wordProblems(section)]
}

function itemProblems(shipped: HomeSection, { items = [] }: TypedSection): HomeProblem[] {
  const { label } = HOME_RULES[shipped.id]
  return items.flatMap((item, at): HomeProblem[] => {
    const known = shipped.items?.find(({ id }) => id === item.id)
    if (!known) return [{ path: ['items', at, 'id'], sentence: `“${label}” has no part “${item.id}”.` }]
    if (items.findIndex(({ id }) => id === item.id) !== at)
      return [{ path: ['items', at, 'id'], sentence: `The part “${item.id}” is there twice.` }]
    return item.text !== undefined && known.text === undefined
      ? [{ path: ['items', at, 'text'], sentence: 'The shop writes this text itself.' }]
      : []
  })
}

/** Every text of a section, with its path. */
function wordProblems({ headline, text, picture, buttons = [], items = [] }: TypedSection): HomeProblem[] {
  const pieces: [path: (string | number)[], words: string | undefined][] = [
    [['headline'], headline],
    [['text'], text],
    [['picture', 'alt'], picture?.alt],
    ...buttons.map(({ label }, at): [(string | number)[], string] => [['buttons', at, 'label'], label]),
    ...items.flatMap((item, at): [(string | number)[], string | undefined][] => [
      [['items', at, 'headline'], item.headline],
      [['items', at, 'text'], item.text],
    ]),
  ]
  return pieces.flatMap(([path, words = '']) => factsIn(words).map(sentence => ({ path, sentence })))
}

/** Facts that a text must not type, because the shop knows them better. */
const TYPED_FACTS: readonly (readonly [pattern: RegExp, sentence: (found: string) => string])[] = [
  [/\$ ?\d(?:[\d,.]{0,12}\d)?/, found => `Please leave “${found}” out: the shop shows prices where it computes them.`],
  [/\b\d[\d,]{0,12} (?:in|out of) \d[\d,]{0,12}\b/i, found => `Please leave “${found}” out: the shop computes odds.`],
  [
    /\b\d{2}(?: years)?(?: of age)? (?:or|and) (?:older|over)\b|\b\d{2}\+/i,
    found => `Please write {minimumAge} instead of the figure in “${found}”, so that it follows the settings.`,
  ],
  [/no purchase (?:is )?necessary/i, found => `Please leave “${found}” out: the shop says it where the law wants it.`],
]

const NAMES = Object.keys(HOME_FIELDS).map(name => `{${name}}`)

function factsIn(words: string): string[] {
  const rest = words.replace(/\{\w+\}/g, '')
  return [
    ...unknownFields(words).map(name => `There is no field {${name}}. The fields are ${NAMES.join(', ')}.`),
    ...(/[{}]/.test(rest) ? ['A brace begins a field, such as {shop}. Please write it without braces.'] : []),
    ...TYPED_FACTS.flatMap(([pattern, sentence]) => {
      const found = pattern.exec(rest)?.[0]
      return found ? [sentence(found)] : []
    }),
  ]
}
