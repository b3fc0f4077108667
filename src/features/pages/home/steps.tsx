import type { ComponentProps, ReactNode } from 'react'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { Scene } from '#ui/pictures/scene.tsx'

type Step = {
  picture: ComponentProps<typeof Scene>['name']
  title: string
  text: ReactNode
  more: { to: string; label: string }
}

const STEPS: readonly Step[] = [
  {
    picture: 'step-earn',
    title: 'Earn a credit, or enter free',
    text: (
      <>
        Gear earns credits of its tier as soon as it is paid. No purchase necessary:{' '}
        <TextLink to="/legal#no-purchase-necessary">enter free by mail</TextLink>.
      </>
    ),
    more: { to: '/store', label: 'See what each product earns' },
  },
  {
    picture: 'step-pick',
    title: 'Pick your number',
    text: 'One credit takes one numbered slot, the one you choose.',
    more: { to: '/giveaways', label: 'Open giveaways' },
  },
  {
    picture: 'step-check',
    title: 'Check the draw yourself',
    text: 'The list is sealed before the public number that decides exists. Your own device computes the winner.',
    more: { to: '/fair', label: 'What is proven' },
  },
]

/** The way from a visitor to a checked draw, in three pictures. */
export function Steps() {
  return (
    <section aria-labelledby="steps" className="page-width pt-12 sm:pt-16">
      <SectionHeading id="steps">How it works</SectionHeading>
      <ol className="grid gap-4 md:grid-cols-3 md:gap-6">
        {STEPS.map(({ picture, title, text, more }, at) => (
          <li
            key={title}
            className="grid grid-cols-[7rem_minmax(0,1fr)] overflow-hidden rounded-md border border-line bg-raised md:flex md:flex-col"
          >
            <Scene name={picture} sizes="(width < 48rem) 7rem, 26rem" className="bg-plate md:aspect-4/3" />
            <div className="flex flex-col gap-1.5 p-4 md:flex-1 md:gap-3 md:p-6">
              <h3 className="text-lg md:text-xl">
                <span className="figure text-signal">{at + 1}</span> {title}
              </h3>
              <p className="text-muted text-sm md:text-base">{text}</p>
              <TextLink to={more.to} className="mt-auto self-start py-1.5 text-sm">
                {more.label}
              </TextLink>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
