import { useUser } from '#kernel/client/browser.ts'
import { useRight } from '#kernel/client/rights.ts'
import { itemOf } from '#kernel/storefront/home/home.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { TopoGround } from '#ui/layout/topo-ground.tsx'
import { Bezel } from '#ui/pictures/bezel.tsx'
import { OwnPicture } from '#ui/pictures/own-picture.tsx'
import { type SectionProps, useWords } from './section-words.tsx'
import { StaffPicture } from './staff-picture.tsx'

type ClosingProps = SectionProps & {
  /** Whether a giveaway is open that has free slots. */
  isSlotFree: boolean
}

const BOX = '-z-10 absolute inset-y-0 right-0 w-full opacity-50 lg:w-[80%] lg:mask-l-from-70% lg:opacity-100'
const FIT = 'size-full object-cover object-right'

/** The section that the page ends with: links signed-in users to the store, and visitors to sign-in. */
export function Closing({ section, isSlotFree }: ClosingProps) {
  const user = useUser()
  const words = useWords()
  const { headline, text } = itemOf(section, isSlotFree ? 'free' : 'later')
  return (
    <section className="below-fold scheme-dark relative isolate overflow-hidden bg-plate text-ink">
      {section.picture ? (
        <StaffPicture picture={section.picture} sizes="100vw" className={BOX} fit={FIT} />
      ) : (
        <OwnPicture
          name="hero-banner"
          widths={[640, 1200, 1920]}
          sizes="100vw"
          width={1200}
          height={500}
          isLazy
          className={BOX}
          fit={FIT}
          instead={<Drawing />}
        />
      )}
      <div className="page-width flex flex-col items-start justify-center py-20 lg:min-h-100">
        <h2 className="max-w-md text-4xl uppercase">{words(headline)}</h2>
        {text && <p className="mt-4 max-w-80 text-lg text-ink/85">{words(text)}</p>}
        <ButtonLink to={user ? '/store' : '/login'} size="lg" className="mt-8 min-w-56">
          {user ? 'Shop now' : 'Sign in to start'}
        </ButtonLink>
      </div>
    </section>
  )
}

const Drawing = () => (
  <>
    <TopoGround className="-z-20" />
    <span className="-z-10 -right-24 -translate-y-1/2 absolute top-1/2 w-112 opacity-40">
      <Bezel className="w-full text-signal" />
    </span>
  </>
)

/** The home page of an open shop that has neither product nor giveaway; staff see the next step. */
export function NothingYet() {
  const isForStaff = useRight('products.change')
  return (
    <div className="page-width pt-16">
      <EmptyState
        title="Nothing here yet"
        icon="box"
        action={isForStaff && <ButtonLink to="/admin?tab=products&new=1">Add a product</ButtonLink>}
      >
        The first products and giveaways will be here.
      </EmptyState>
    </div>
  )
}
