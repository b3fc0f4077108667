import { useUser } from '#kernel/client/browser.ts'
import { useRight } from '#kernel/client/rights.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

/**
 * Last section of the home page: links signed-in users to the store, and visitors to sign-in.
 * @param props.isSlotFree whether a giveaway is open that has free slots.
 */
export function Closing({ isSlotFree }: { isSlotFree: boolean }) {
  const user = useUser()
  return (
    <section className="below-fold scheme-dark relative isolate overflow-hidden bg-plate text-ink">
      <picture className="-z-10 absolute inset-y-0 right-0 w-full opacity-50 lg:w-[80%] lg:mask-l-from-70% lg:opacity-100">
        <source
          type="image/avif"
          srcSet="/pictures/hero-banner-640.avif 640w, /pictures/hero-banner-1200.avif 1200w, /pictures/hero-banner-1920.avif 1920w"
          sizes="100vw"
        />
        <img
          src="/pictures/hero-banner-1200.webp"
          alt=""
          width={1200}
          height={500}
          loading="lazy"
          className="size-full object-cover object-right"
        />
      </picture>
      <div className="page-width flex flex-col items-start justify-center py-20 lg:min-h-100">
        <h2 className="max-w-md text-4xl uppercase">
          {isSlotFree ? 'Your slot is still free' : 'Be ready for the next giveaway'}
        </h2>
        <p className="mt-4 max-w-80 text-lg text-ink/85">
          {isSlotFree
            ? 'Pick gear, earn the credit, take the slot. Or send a card.'
            : 'Pick gear and earn its credits. Each takes a slot when a giveaway of its tier opens.'}
        </p>
        <ButtonLink to={user ? '/store' : '/login'} size="lg" className="mt-8 min-w-56">
          {user ? 'Shop now' : 'Sign in to start'}
        </ButtonLink>
      </div>
    </section>
  )
}

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
