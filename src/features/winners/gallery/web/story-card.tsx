import type { ReactNode } from 'react'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Card } from '#ui/layout/card.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import type { WinnerStory } from '../contract.ts'

/** A winner as the gallery shows one. @param children actions below it. */
export function StoryCard({ story, children }: { story: WinnerStory; children?: ReactNode }) {
  const { name, state, words, photo, giveaway } = story
  return (
    <Card>
      {photo && (
        <Picture
          src={photo.src}
          placeholder={photo.placeholder}
          ratio="landscape"
          alt={`Photo of ${name} with the prize`}
          sizes="(width < 40rem) 100vw, (width < 80rem) 50vw, 24rem"
        />
      )}
      <figure className="flex flex-1 flex-col gap-4 p-5">
        <blockquote className="wrap-anywhere whitespace-pre-line text-lg">{words}</blockquote>
        <figcaption className="mt-auto flex flex-col gap-1">
          <span className="wrap-anywhere font-semibold">{state ? `${name}, ${state}` : name}</span>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <TierBadge tier={giveaway.tier} />
            <TextLink to={`/giveaways/${giveaway.slug}#result`}>{giveaway.title}</TextLink>
            <span className="text-muted">Value {formatMoney(toCents(giveaway.value), 'short')}</span>
          </span>
        </figcaption>
        {children}
      </figure>
    </Card>
  )
}
