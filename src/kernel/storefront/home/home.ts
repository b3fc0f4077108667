import type { MenuEntry } from '../menus.ts'

/** A picture of staff. `src` is its address without width and ending, as `<Picture>` takes it. */
export type HomePicture = { image: string; src: string; alt: string }

/** A part of a section, with its own words. */
export type HomeItem = { id: string; headline?: string | undefined; text?: string | undefined }

export type HomeSectionId = 'hero' | 'facts' | 'steps' | 'giveaways' | 'products' | 'benefits' | 'closing'

/** A section of the home page. A field that `DEFAULT_HOME` does not give it is not for staff to write. */
export type HomeSection = {
  id: HomeSectionId
  isShown: boolean
  headline?: string | undefined
  /** Empty shows none. */
  text?: string | undefined
  /** Null shows the shop's own. */
  picture?: HomePicture | null | undefined
  buttons?: readonly MenuEntry[] | undefined
  items?: readonly HomeItem[] | undefined
}

/** The sections from top to bottom. */
export type Home = readonly HomeSection[]

/**
 * The home page of a shop whose staff chose nothing: which sections it has, which fields staff may write, and the words. Facts of the settings
 * stand in braces (`home-fields.ts`). What the shop computes beside these words is in `features/storefront/home-rules.ts`.
 */
export const DEFAULT_HOME: Home = [
  {
    id: 'hero',
    isShown: true,
    headline: 'Win field gear.\nCheck every draw.',
    text: 'Gear earns credits, a credit takes a slot. Or enter free by mail.',
    picture: null,
    buttons: [
      { label: 'Shop the store', href: '/store' },
      { label: 'See giveaways', href: '/giveaways' },
    ],
  },
  { id: 'facts', isShown: true },
  {
    id: 'steps',
    isShown: true,
    headline: 'How it works',
    text: '',
    items: [
      {
        id: 'earn',
        headline: 'Earn a credit, or enter free',
        text: 'Gear earns credits of its tier as soon as it is paid.',
      },
      {
        id: 'pick',
        headline: 'Pick your number',
        text: 'One credit takes one numbered slot, the one you choose.',
      },
      { id: 'check', headline: 'Check the draw yourself' },
    ],
  },
  { id: 'giveaways', isShown: true, headline: 'Giveaways', text: '' },
  { id: 'products', isShown: true, headline: 'From the store', text: '' },
  {
    id: 'benefits',
    isShown: true,
    headline: 'Why {shop}',
    text: '',
    items: [
      {
        id: 'earns',
        headline: 'Every product earns',
        text: 'Every product shows the credits that it earns, from Bronze to Platinum, before you buy.',
      },
      {
        id: 'premium',
        headline: 'Premium goes first',
        text: 'Members choose their slots before everyone else, and get {monthlyBenefit} every month.',
      },
    ],
  },
  {
    id: 'closing',
    isShown: true,
    picture: null,
    items: [
      {
        id: 'free',
        headline: 'Your slot is still free',
        text: 'Pick gear, earn the credit, take the slot. Or send a card.',
      },
      {
        id: 'later',
        headline: 'Be ready for the next giveaway',
        text: 'Pick gear and earn its credits. Each takes a slot when a giveaway of its tier opens.',
      },
    ],
  },
]

/** The words of a part of a section; empty where it has none. */
export function itemOf({ items }: Pick<HomeSection, 'items'>, id: string): { headline: string; text: string } {
  const { headline = '', text = '' } = items?.find(item => item.id === id) ?? {}
  return { headline, text }
}

/** The sections that visitors see. */
export const shownSections = (home: Home): Home => home.filter(({ isShown }) => isShown)
