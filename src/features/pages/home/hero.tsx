import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TopoGround } from '#ui/layout/topo-ground.tsx'

const BASE = '/pictures/hero-flat-lay'
const ENDINGS = ['avif', 'webp'] as const
/** Keeps the two buttons side by side on phones. */
const NARROW = 'max-sm:flex-1 max-sm:whitespace-nowrap max-sm:px-3'
const set = (name: string, ending: string, widths: number[]) =>
  widths.map(width => `${name}-${width}.${ending} ${width}w`).join(', ')

/**
 * The hero. Dark in both themes, like every picture: `scheme-dark` switches all tokens inside. The picture's background fades into
 * the plate, so that text and picture share one surface.
 */
export function Hero() {
  return (
    <section className="scheme-dark relative isolate overflow-hidden bg-plate text-ink">
      <TopoGround className="-z-20" />
      <div className="page-width flex flex-col justify-center pt-14 pb-10 xl:min-h-[39rem] xl:py-20 2xl:min-h-[45rem]">
        <p className="label text-signal">Gear · Credits · Giveaways</p>
        <h1 className="mt-4 text-5xl uppercase tracking-tight sm:text-6xl">
          Hold
          <br />
          the line
        </h1>
        <p className="mt-6 max-w-88 text-lg text-ink/85">
          Field gear that earns credits. Credits that take numbered slots in giveaways anyone can check.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/store" size="lg" className={NARROW}>
            Shop the store
          </ButtonLink>
          <ButtonLink to="/giveaways" size="lg" variant="secondary" className={NARROW}>
            See giveaways
          </ButtonLink>
        </div>
      </div>
      <HeroPicture />
    </section>
  )
}

function HeroPicture() {
  return (
    <picture className="-z-10 xl:absolute xl:inset-y-0 xl:right-0 xl:w-[82%] xl:mask-l-from-75%">
      {ENDINGS.map(ending => (
        <source
          key={`phone-${ending}`}
          media="(width < 40rem)"
          type={`image/${ending}`}
          srcSet={set(`${BASE}-phone`, ending, [480, 800])}
          sizes="100vw"
        />
      ))}
      {ENDINGS.map(ending => (
        <source
          key={ending}
          type={`image/${ending}`}
          srcSet={set(BASE, ending, [640, 1200, 1920])}
          sizes="(width < 80rem) 100vw, 82vw"
        />
      ))}
      <img
        src={`${BASE}-1200.webp`}
        alt="Pouch, notebook, compass, coin, card, dog tags and tools laid out on dark canvas"
        width={1200}
        height={675}
        fetchPriority="high"
        decoding="sync"
        className="aspect-4/3 w-full object-cover sm:aspect-5/2 xl:absolute xl:inset-0 xl:aspect-auto xl:size-full sm:object-right"
      />
    </picture>
  )
}
