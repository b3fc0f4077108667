import { useSettings } from '#kernel/client/site.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx'
import { Card, CardLink } from '#ui/layout/card.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { TopoGround } from '#ui/layout/topo-ground.tsx'
import { Price } from '#ui/money/price.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { ICON_NAMES, Icon } from '#ui/pictures/icon.tsx'
import { Mark, Wordmark } from '#ui/pictures/mark.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { ThemeToggle } from '#ui/theme/theme-toggle.tsx'
import { Figures } from './figures.tsx'
import { Forms } from './forms.tsx'
import { Overlays } from './overlays.tsx'
import { Chapter, Specimen } from './specimen.tsx'

/** `/dev/gallery`: every part of the kit in its states, to be looked at in both themes and run through axe. */
export default function GalleryPage() {
  return (
    <div className="page-width pb-24">
      <title>Gallery</title>
      <PageTitle eyebrow="src/ui" lead="Every part the screens are made of, in its states.">
        Gallery
      </PageTitle>
      <Foundations />
      <Forms />
      <Figures />
      <Surfaces />
      <Overlays />
    </div>
  )
}

/** Written out, because Tailwind only keeps class names it can read. */
const SWATCHES = [
  ['sunken', 'bg-sunken'],
  ['ground', 'bg-ground'],
  ['surface', 'bg-surface'],
  ['raised', 'bg-raised'],
  ['plate', 'bg-plate'],
  ['field', 'bg-field'],
  ['line', 'bg-line'],
  ['line-strong', 'bg-line-strong'],
  ['ink', 'bg-ink'],
  ['muted', 'bg-muted'],
  ['signal', 'bg-signal'],
  ['signal-fill', 'bg-signal-fill'],
  ['ranger', 'bg-ranger'],
  ['ranger-fill', 'bg-ranger-fill'],
  ['coyote', 'bg-coyote'],
  ['danger', 'bg-danger'],
  ['danger-fill', 'bg-danger-fill'],
  ['success', 'bg-success'],
  ['warning', 'bg-warning'],
  ['bronze', 'bg-bronze'],
  ['silver', 'bg-silver'],
  ['gold', 'bg-gold'],
  ['platinum', 'bg-platinum'],
] as const

const SIZES = ['text-6xl', 'text-5xl', 'text-4xl', 'text-3xl', 'text-2xl', 'text-xl'] as const

/** What everything else is made of: mark, colours, type, icons, textures. */
function Foundations() {
  return (
    <Chapter title="Foundations">
      <Specimen file="mark.tsx">
        <Wordmark />
        <Mark size={64} title={useSettings().brand.name} />
        <Mark size={20} className="text-signal" />
      </Specimen>
      <Specimen file="theme-toggle.tsx">
        <ThemeToggle />
      </Specimen>
      <Specimen file="src/app/styles.css" wide>
        <ul className="grid grid-cols-3 gap-3 sm:grid-cols-6 lg:grid-cols-11">
          {SWATCHES.map(([name, className]) => (
            <li key={name} className="text-xs">
              <span className={`mb-1 block h-12 border border-line ${className}`} />
              {name}
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen file="type" wide>
        <div className="flex flex-col gap-2 overflow-hidden">
          {SIZES.map(size => (
            <p key={size} className={`figure truncate font-semibold ${size}`}>
              Hold the line 0123456789
            </p>
          ))}
          <p className="label">Label, wide and sparing</p>
          <p className="label-sm text-muted">Small label</p>
          <p className="max-w-prose text-lg">
            Buy gear, earn credits of its tier, spend a credit on a numbered slot, and check the draw yourself.
          </p>
          <p className="max-w-prose">
            The reading face at its usual size. No purchase is necessary: anyone may enter free by mail, and a free
            entry has the same chance as any other.
          </p>
          <p className="max-w-prose text-muted text-sm">Small and muted, for what stands beside the matter.</p>
        </div>
      </Specimen>
      <Specimen file="icon.tsx">
        <ul className="grid grid-cols-4 gap-4 sm:grid-cols-8 lg:grid-cols-12">
          {ICON_NAMES.map(name => (
            <li key={name} className="flex w-18 flex-col items-center gap-1 text-center text-muted text-xs">
              <Icon name={name} size={24} className="text-ink" />
              {name}
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen file="topo-ground.tsx" wide>
        <div className="relative overflow-hidden border border-line bg-surface px-6 py-16 sm:px-12">
          <TopoGround />
          <p className="relative max-w-xl font-condensed font-semibold text-4xl sm:text-5xl">Hold the line</p>
          <p className="relative mt-3 max-w-md text-lg text-muted">Contours only where a hero stands on them.</p>
        </div>
      </Specimen>
    </Chapter>
  )
}

/** Cards, pictures and the three states of every list. */
function Surfaces() {
  return (
    <Chapter title="Surfaces and states">
      <Specimen file="breadcrumbs.tsx" wide>
        <Breadcrumbs
          crumbs={[
            { label: 'Store', to: '/store' },
            { label: 'Packs', to: '/store?type=packs' },
            { label: 'Sling Bag' },
          ]}
        />
      </Specimen>
      <Specimen file="card.tsx, picture.tsx, skeleton.tsx" wide>
        <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
          <ProductSpecimen src="/files/products/assault-backpack" title="Assault Backpack" cents={18900} />
          <ProductSpecimen
            src="/files/products/compass"
            title="Lensatic Compass with a rather long name"
            cents={4500}
          />
          <ProductSpecimen src={null} title="No picture yet" cents={1500} />
          <Card>
            <Skeleton className="aspect-square rounded-none" />
            <div className="p-4">
              <SkeletonText lines={3} />
            </div>
          </Card>
        </div>
      </Specimen>
      <Specimen file="notice.tsx" wide>
        <div className="flex flex-col gap-3">
          <Notice title="Your cart mixes a membership with gear">Only the gear is charged in this payment.</Notice>
          <Notice kind="success">Your shipping address has been saved to your profile.</Notice>
          <Notice kind="warning">You need a Bronze credit to enter this giveaway.</Notice>
          <Notice kind="danger">This giveaway has ended.</Notice>
        </div>
      </Specimen>
      <Specimen file="empty-state.tsx, failed-state.tsx" wide>
        <div className="grid gap-4 lg:grid-cols-2">
          <EmptyState icon="cart" title="No purchases yet" action={<ButtonLink to="/store">To the store</ButtonLink>}>
            What you buy appears here, with the credits it earned.
          </EmptyState>
          <FailedState onRetry={() => toast('Tried again')}>The connection broke. Nothing was charged.</FailedState>
        </div>
      </Specimen>
    </Chapter>
  )
}

function ProductSpecimen({ src, title, cents }: { src: string | null; title: string; cents: number }) {
  return (
    <Card interactive>
      <Picture src={src} alt="" sizes="(min-width: 1024px) 20rem, 50vw" />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex flex-wrap gap-2">
          <TierBadge tier="Gold" />
          <Badge tone="signal">Sale</Badge>
        </div>
        <h3 className="text-lg leading-6">
          <CardLink to="/store">{title}</CardLink>
        </h3>
        <p className="text-muted text-sm">
          <span className="sr-only">Buying it </span>earns 2 Gold credits
        </p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-3 pt-2">
          <Price cents={cents} originalCents={20000} />
          <Button
            size="sm"
            className="relative"
            aria-label={`Add ${title} to cart`}
            onClick={() => toast.success('Added')}
          >
            Add
          </Button>
        </div>
      </div>
    </Card>
  )
}
