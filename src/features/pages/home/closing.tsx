import { useSession } from '#kernel/client/browser.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'

/** Last section of the home page: links signed-in users to the store, and visitors to sign-in. */
export function Closing() {
  const { user } = useSession()
  return (
    <section className="scheme-dark relative isolate overflow-hidden bg-plate text-ink">
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
        <h2 className="max-w-md text-4xl uppercase">Your number is still free</h2>
        <p className="mt-4 max-w-80 text-lg text-ink/85">Pick gear, earn the credit, take the slot. Or send a card.</p>
        <ButtonLink to={user ? '/store' : '/login'} size="lg" className="mt-8 min-w-56">
          {user ? 'Shop now' : 'Sign in to start'}
        </ButtonLink>
      </div>
    </section>
  )
}
