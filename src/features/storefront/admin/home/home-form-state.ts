import type { Home, HomeSection, HomeSectionId } from '#kernel/storefront/home/home.ts'
import { labelOf } from '../../home-rules.ts'

/** What staff may write in a section. */
export type SectionWords = Omit<HomeSection, 'id' | 'isShown'>
export type Row = { id: HomeSectionId; isShown: boolean }

/** The order is one field and each section another, so that two staff who edit two sections do not meet. */
export type HomeFormState = { order: Row[] } & Record<HomeSectionId, SectionWords>

export const HOME_LABELS = {
  order: 'Order and switches',
  ...Object.fromEntries(
    (['hero', 'facts', 'steps', 'giveaways', 'products', 'benefits', 'closing'] as const).map(id => [id, labelOf(id)]),
  ),
} as Record<keyof HomeFormState, string>

export const formStateOf = (home: Home): HomeFormState =>
  ({
    order: home.map(({ id, isShown }) => ({ id, isShown })),
    ...Object.fromEntries(home.map(({ id, isShown: _, ...words }) => [id, words])),
  }) as HomeFormState

/** The body's sections. */
export const sectionsOf = (state: HomeFormState) =>
  state.order.map(({ id, isShown }) => {
    const { picture, buttons, items, ...words } = state[id]
    return {
      ...{ id, isShown, ...words },
      ...(picture !== undefined && { picture: picture && { image: picture.image, alt: picture.alt } }),
      ...(buttons && { buttons: [...buttons] }),
      ...(items && { items: [...items] }),
    }
  })

/** A field of the form in words, for the choice between two edits. */
export const saidOf = (field: keyof HomeFormState, state: HomeFormState): string =>
  field === 'order'
    ? state.order.map(({ id, isShown }) => labelOf(id) + (isShown ? '' : ' (off)')).join(', ')
    : wordsIn(state[field]).join(' · ') || 'Nothing of yours'

const wordsIn = ({ headline, text, picture, buttons = [], items = [] }: SectionWords): string[] =>
  [
    ...[headline, text, picture?.alt],
    ...buttons.map(({ label, href }) => `${label} (${href})`),
    ...items.flatMap(item => [item.headline, item.text]),
  ].filter(words => words !== undefined && words !== '') as string[]
