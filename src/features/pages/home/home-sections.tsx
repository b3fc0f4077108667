import type { ReactNode } from 'react'
import { ProductSection } from '#features/catalog/products/web/product-section.tsx'
import type { Home, HomeSection, HomeSectionId } from '#kernel/storefront/home/home.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import type { HomeLists } from './load-home.ts'
import { Benefits } from './sections/benefits.tsx'
import { Closing, NothingYet } from './sections/closing.tsx'
import { Facts } from './sections/facts.tsx'
import { Hero } from './sections/hero.tsx'
import { MoreGiveaways } from './sections/more-giveaways.tsx'
import { SectionText, useWords } from './sections/section-words.tsx'
import { Steps } from './sections/steps.tsx'

type HomeSectionsProps = HomeLists & {
  /** The shown sections, in their order. */
  home: Home
}

/** The sections of the home page in their order. A shop that has nothing says so where its products would be, or at the end. */
export function HomeSections({ home, ...lists }: HomeSectionsProps) {
  const isEmpty = !lists.featured.lead && lists.products.length === 0
  const hasPlace = home.some(({ id }) => id === 'products')
  return (
    <>
      {home.map(section => (
        <Section key={section.id} section={section} {...lists} />
      ))}
      {isEmpty && !hasPlace && <NothingYet />}
    </>
  )
}

type Show = (props: { section: HomeSection } & HomeLists) => ReactNode

const SECTIONS: Readonly<Record<HomeSectionId, Show>> = {
  hero: ({ section, featured }) => <Hero section={section} giveaway={featured.lead} />,
  facts: () => <Facts />,
  steps: ({ section }) => <Steps section={section} />,
  giveaways: ({ section, featured, latestDraw }) => (
    <MoreGiveaways section={section} giveaways={featured.others} latestDraw={latestDraw} />
  ),
  products: props => <Products {...props} />,
  benefits: ({ section }) => <Benefits section={section} />,
  closing: ({ section, featured }) => <Closing section={section} isSlotFree={featured.lead?.state === 'open'} />,
}

const Section: Show = props => SECTIONS[props.section.id](props)

const Products: Show = ({ section, featured, products }) => {
  const words = useWords()
  const text = words(section.text)
  return (
    <>
      <ProductSection
        id="featured-products"
        heading={words(section.headline)}
        text={text && <SectionText>{text}</SectionText>}
        products={products}
        action={<TextLink to="/store">The whole store</TextLink>}
        className="page-width pt-16 sm:pt-20"
        grid="gap-3 sm:gap-6 lg:grid-cols-4"
      />
      {!featured.lead && products.length === 0 && <NothingYet />}
    </>
  )
}
