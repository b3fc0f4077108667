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
import { Price } from '#ui/money/price.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { Chapter, Specimen } from './specimen.tsx'

/** Cards, pictures and the three states of every list. */
export function Surfaces() {
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
