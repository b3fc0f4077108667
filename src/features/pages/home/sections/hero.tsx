import { Fragment } from 'react'
import { StateBadge } from '#features/giveaways/catalogue/web/giveaway-card.tsx'
import type { CardGiveaway } from '#features/giveaways/giveaway/card-giveaway.ts'
import { SlotsLeft } from '#features/giveaways/giveaway/web/slots-left.tsx'
import { useStateNow } from '#features/giveaways/giveaway/web/use-state-now.ts'
import { useSettings } from '#kernel/client/site.ts'
import type { HomeSection } from '#kernel/storefront/home/home.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { withoutFullStop } from '#kernel/values/words/full-stop.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { Card } from '#ui/layout/card.tsx'
import { TopoGround } from '#ui/layout/topo-ground.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { BrandBezel } from '#ui/pictures/bezel.tsx'
import { ShippedOnly } from '#ui/pictures/own-picture.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { Countdown } from '#ui/time/countdown.tsx'
import { type SectionProps, useWords } from './section-words.tsx'
import { StaffPicture } from './staff-picture.tsx'

const BASE = '/pictures/hero-flat-lay'
const ENDINGS = ['avif', 'webp'] as const
/** Keeps the two buttons side by side on phones. */
const NARROW = 'max-sm:flex-1 max-sm:whitespace-nowrap max-sm:px-3'
const set = (name: string, ending: string, widths: number[]) =>
  widths.map(width => `${name}-${width}.${ending} ${width}w`).join(', ')

type HeroProps = SectionProps & {
  /** Undefined shows a picture instead. */
  giveaway: CardGiveaway | undefined
}

/**
 * The hero: what the shop is, and the prize that can be won now. Dark in both themes, like every picture: `scheme-dark` switches all
 * tokens inside.
 */
export function Hero({ section: { headline, text, picture, buttons = [] }, giveaway }: HeroProps) {
  const { tagline } = useSettings().brand
  const words = useWords()
  return (
    <section className="scheme-dark relative isolate overflow-hidden bg-plate text-ink">
      <TopoGround className="-z-20" />
      <div
        className={`page-width grid gap-x-14 gap-y-6 pt-6 pb-10 sm:pt-10 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] lg:grid-rows-[1fr_auto_auto_1fr] lg:py-14 ${giveaway ? '' : 'xl:min-h-[39rem]'}`}
      >
        <div className="lg:row-start-2">
          {tagline && <p className="label wrap-anywhere text-signal">{withoutFullStop(tagline)}</p>}
          <h1 className="mt-2 text-4xl uppercase tracking-tight sm:text-5xl lg:mt-4 xl:text-6xl">
            <Lines>{words(headline)}</Lines>
          </h1>
          {text && <p className="mt-3 max-w-md text-ink/85 lg:mt-6 lg:text-lg">{words(text)}</p>}
        </div>
        {giveaway && <LivePrize giveaway={giveaway} />}
        {buttons.length > 0 && (
          <div className="flex flex-wrap gap-3 lg:row-start-3 lg:mt-2">
            {buttons.map(({ label, href }, at) => (
              <ButtonLink
                key={`${label} ${href}`}
                to={href}
                size="lg"
                variant={giveaway || at > 0 ? 'secondary' : 'primary'}
                className={NARROW}
              >
                {words(label)}
              </ButtonLink>
            ))}
          </div>
        )}
      </div>
      {!giveaway && <HeroPicture picture={picture} />}
    </section>
  )
}

/** A headline with its line breaks. */
const Lines = ({ children }: { children: string }) =>
  children.split('\n').map((line, at) => (
    <Fragment key={line}>
      {at > 0 && <br />}
      {line}
    </Fragment>
  ))

/** The prize with its time and its free slots. */
function LivePrize({ giveaway }: { giveaway: CardGiveaway }) {
  const { slug, title, tier, value, picture, endDate } = giveaway
  const state = useStateNow(giveaway)
  const words = state === 'open' || state === 'early-access' ? 'Pick your number' : 'See the giveaway'
  return (
    <section aria-labelledby="live-prize" className="lg:col-start-2 lg:row-span-4 lg:row-start-1">
      <Card className="lg:h-full">
        <Picture {...picture} ratio="landscape" alt="" priority sizes="(width < 64rem) 100vw, 36rem" />
        <div className="absolute inset-x-3 top-3 flex flex-wrap justify-between gap-1.5">
          <TierBadge tier={tier} />
          <StateBadge giveaway={giveaway} />
        </div>
        <div className="flex flex-1 flex-col gap-3 p-4 sm:p-5">
          <div className="flex items-baseline justify-between gap-4">
            <h2 id="live-prize" className="text-xl sm:text-2xl">
              {title}
            </h2>
            <p className="figure font-semibold text-xl sm:text-2xl">
              <span className="sr-only">Value </span>
              {formatMoney(toCents(value), 'short')}
            </p>
          </div>
          <SlotsLeft giveaway={giveaway} />
          {state === 'upcoming' ? (
            <Countdown end={giveaway.earlyAccessDate} word="Opens" />
          ) : endDate ? (
            <Countdown end={endDate} />
          ) : (
            <p className="min-h-6 text-muted text-sm">Open until the last slot is taken</p>
          )}
          <ButtonLink to={`/giveaways/${slug}`} size="lg" wide aria-label={`${words}: ${title}`}>
            {words}
          </ButtonLink>
        </div>
      </Card>
    </section>
  )
}

const BOX = '-z-10 xl:absolute xl:inset-y-0 xl:right-0 xl:w-[82%] xl:mask-l-from-75%'
const FIT =
  'aspect-4/3 w-full object-cover sm:aspect-5/2 xl:absolute xl:inset-0 xl:aspect-auto xl:size-full sm:object-right'
const SIZES = '(width < 80rem) 100vw, 82vw'
const SIGN =
  '-z-10 mx-auto mb-10 w-3/5 max-w-80 xl:absolute xl:top-1/2 xl:right-[8%] xl:mb-0 xl:w-[30rem] xl:max-w-none xl:-translate-y-1/2'

function HeroPicture({ picture }: Pick<HomeSection, 'picture'>) {
  if (picture) return <StaffPicture picture={picture} sizes={SIZES} priority className={BOX} fit={FIT} />
  return (
    <ShippedOnly instead={<BrandBezel className={SIGN} />}>
      <picture className={BOX}>
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
          <source key={ending} type={`image/${ending}`} srcSet={set(BASE, ending, [640, 1200, 1920])} sizes={SIZES} />
        ))}
        <img
          src={`${BASE}-1200.webp`}
          alt="Pouch, notebook, compass, coin, card, dog tags and tools laid out on dark canvas"
          width={1200}
          height={675}
          fetchPriority="high"
          decoding="sync"
          className={FIT}
        />
      </picture>
    </ShippedOnly>
  )
}
