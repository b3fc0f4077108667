import { DEFAULT_HOME, type Home, type HomeItem, type HomeSection } from '#kernel/storefront/home/home.ts'
import type { TypedSection } from './home-rules.ts'

type StoredPicture = { image: string; alt: string }

/** A section as its row has it: what differs from the shipped words, so that all else follows the release. */
export type StoredSection = Partial<Omit<HomeSection, 'id' | 'picture'>> & { id: string; picture?: StoredPicture }
export type StoredHome = readonly StoredSection[]

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** @returns null for the shop's own home page. */
export function storedHome(sections: readonly TypedSection[]): StoredHome | null {
  const stored = sections.map(differencesOf)
  return isEqual(
    stored,
    DEFAULT_HOME.map(({ id }) => ({ id })),
  )
    ? null
    : stored
}

function differencesOf(section: TypedSection): StoredSection {
  const shipped = DEFAULT_HOME.find(({ id }) => id === section.id)!
  const { headline, text, picture, buttons } = section
  const differs = <T>(value: T | undefined, own: unknown): value is T => value !== undefined && !isEqual(value, own)
  const items = (section.items ?? []).flatMap(item => itemDifferences(item, shipped))
  return {
    id: section.id,
    ...(!section.isShown && { isShown: false }),
    ...(differs(headline, shipped.headline) && { headline }),
    ...(differs(text, shipped.text) && { text }),
    ...(picture && { picture: { image: picture.image, alt: picture.alt } }),
    ...(differs(buttons, shipped.buttons) && { buttons }),
    ...(items.length > 0 && { items }),
  }
}

function itemDifferences({ id, headline, text }: HomeItem, { items = [] }: HomeSection): HomeItem[] {
  const shipped = items.find(item => item.id === id)
  const own = {
    id,
    ...(headline !== undefined && headline !== shipped?.headline && { headline }),
    ...(text !== undefined && text !== shipped?.text && { text }),
  }
  return Object.keys(own).length > 1 ? [own] : []
}

/**
 * The home page of a row. A section that a later release wrote is left out; one that the row does not know stands after the one that it
 * follows in the shop's own page.
 * @param srcOf the address of a stored picture
 */
export function homeOf(stored: StoredHome | null, srcOf: (image: string) => string): Home {
  if (!stored) return DEFAULT_HOME
  const home: HomeSection[] = stored.flatMap(section => {
    const shipped = DEFAULT_HOME.find(({ id }) => id === section.id)
    return shipped ? [merged(shipped, section, srcOf)] : []
  })
  for (const [at, section] of DEFAULT_HOME.entries()) {
    if (home.some(({ id }) => id === section.id)) continue
    const before = DEFAULT_HOME[at - 1]?.id
    home.splice(home.findIndex(({ id }) => id === before) + 1, 0, section)
  }
  return home
}

const merged = (
  { items, ...shipped }: HomeSection,
  { id: _, picture, items: own = [], ...section }: StoredSection,
  srcOf: (image: string) => string,
): HomeSection => ({
  ...shipped,
  ...section,
  ...(picture && { picture: { ...picture, src: srcOf(picture.image) } }),
  ...(items && { items: items.map(item => ({ ...item, ...own.find(({ id }) => id === item.id) })) }),
})

/** The pictures that a row names. */
export const picturesIn = (stored: StoredHome | null): string[] =>
  (stored ?? []).flatMap(({ picture }) => picture?.image ?? [])
