import type { Home, HomeSection } from '#kernel/storefront/home/home.ts'
import { labelOf } from '../../home-rules.ts'

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What becomes public when a draft is published, a sentence each. */
export function homeChanges(published: Home, draft: Home): string[] {
  const sections = draft.flatMap(section => {
    const before = published.find(({ id }) => id === section.id)
    return before ? sectionChanges(before, section) : []
  })
  const orderOf = (home: Home) => home.map(({ id }) => id)
  const isMoved = !isEqual(orderOf(published), orderOf(draft))
  return isMoved ? [...sections, `The order becomes: ${orderOf(draft).map(labelOf).join(', ')}.`] : sections
}

const FIELDS = { headline: 'headline', text: 'text', picture: 'picture', buttons: 'buttons', items: 'words' } as const

function sectionChanges(before: HomeSection, after: HomeSection): string[] {
  const label = `“${labelOf(after.id)}”`
  const changed = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).filter(name => !isEqual(before[name], after[name]))
  return [
    ...(before.isShown === after.isShown ? [] : [`${label} is switched ${after.isShown ? 'on' : 'off'}.`]),
    ...(changed.length > 0
      ? [`${label} changes: ${new Intl.ListFormat('en-US').format(changed.map(name => FIELDS[name]))}.`]
      : []),
  ]
}
