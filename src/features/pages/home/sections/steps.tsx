import type { ComponentProps, ReactNode } from 'react'
import { itemOf } from '#kernel/storefront/home/home.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { Scene } from '#ui/pictures/scene.tsx'
import { type SectionProps, SectionText, useWords } from './section-words.tsx'

type Step = {
  id: string
  picture: ComponentProps<typeof Scene>['name']
  /** The words of staff with what the shop says itself after them. */
  full?: (words: string) => ReactNode
  more: { to: string; label: string }
}

const STEPS: readonly Step[] = [
  {
    id: 'earn',
    picture: 'step-earn',
    full: words => (
      <>
        {`${words} No purchase necessary:`.trim()}{' '}
        <TextLink to="/legal#no-purchase-necessary">enter free by mail</TextLink>.
      </>
    ),
    more: { to: '/store', label: 'See what each product earns' },
  },
  { id: 'pick', picture: 'step-pick', more: { to: '/giveaways', label: 'Open giveaways' } },
  {
    id: 'check',
    picture: 'step-check',
    full: () => 'The list is sealed before the public number that decides exists. Your own device computes the winner.',
    more: { to: '/fair', label: 'What is proven' },
  },
]

/** The way from a visitor to a checked draw, in three pictures. */
export function Steps({ section }: SectionProps) {
  const words = useWords()
  return (
    <section aria-labelledby="steps" className="page-width pt-12 sm:pt-16">
      <SectionHeading id="steps">{words(section.headline)}</SectionHeading>
      <SectionText>{words(section.text)}</SectionText>
      <ol className="grid gap-4 md:grid-cols-3 md:gap-6">
        {STEPS.map(({ id, picture, full, more }, at) => {
          const { headline, text } = itemOf(section, id)
          return (
            <li
              key={id}
              className="grid grid-cols-[7rem_minmax(0,1fr)] overflow-hidden rounded-md border border-line bg-raised md:flex md:flex-col"
            >
              <Scene name={picture} sizes="(width < 48rem) 7rem, 26rem" className="bg-plate md:aspect-4/3" />
              <div className="flex flex-col gap-1.5 p-4 md:flex-1 md:gap-3 md:p-6">
                <h3 className="text-lg md:text-xl">
                  <span className="figure text-signal">{at + 1}</span> {words(headline)}
                </h3>
                <p className="text-muted text-sm md:text-base">{full ? full(words(text)) : words(text)}</p>
                <TextLink to={more.to} className="mt-auto self-start py-1.5 text-sm">
                  {more.label}
                </TextLink>
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
