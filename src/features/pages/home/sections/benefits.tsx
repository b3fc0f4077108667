import { ANSWER_DAYS, NOTIFY_HOURS } from '#features/giveaways/giveaway/rules.ts'
import { useSettings } from '#kernel/client/site.ts'
import { type HomeSection, itemOf } from '#kernel/storefront/home/home.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Stat } from '#ui/data/stat.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'
import { type SectionProps, SectionText, useWords } from './section-words.tsx'

type Benefit = { icon: IconName; title: string; text: string; more: { to: string; label: string } }

/** Two reasons are words of staff; the others are promises of every shop. */
const benefitsOf = (section: HomeSection): readonly Benefit[] => {
  const [earns, premium] = ['earns', 'premium'].map(id => itemOf(section, id))
  return [
    {
      icon: 'store',
      title: earns!.headline,
      text: earns!.text,
      more: { to: '/store', label: 'See what each product earns' },
    },
    {
      icon: 'mail',
      title: 'The same odds by mail',
      text: 'A handwritten card has the same odds as a credit. There is room even when every slot is taken.',
      more: { to: '/legal#no-purchase-necessary', label: 'Where to send it' },
    },
    {
      icon: 'shield',
      title: 'Sealed before it is drawn',
      text: 'Witnesses sign the list of entries before the deciding number exists. Keep your receipt and check the draw yourself.',
      more: { to: '/fair', label: 'What is proven' },
    },
    {
      icon: 'ticket',
      title: premium!.headline,
      text: premium!.text,
      more: { to: '/store?type=subscription', label: 'See the membership' },
    },
  ]
}

/** Reasons to shop here, and the steps in numbers. */
export function Benefits({ section }: SectionProps) {
  const { mailInHours } = useSettings()
  const words = useWords()
  return (
    <section aria-labelledby="benefits" className="below-fold page-width py-16 sm:py-20">
      <SectionHeading id="benefits">{words(section.headline)}</SectionHeading>
      <SectionText>{words(section.text)}</SectionText>
      <ul className="grid gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-2 xl:grid-cols-4">
        {benefitsOf(section).map(({ icon, title, text, more }) => (
          <li key={icon} className="flex flex-col gap-3 bg-ground p-6">
            <Icon name={icon} size={32} className="text-signal" />
            <h3 className="text-xl">{words(title)}</h3>
            <p className="text-muted">{words(text)}</p>
            <TextLink to={more.to} className="mt-auto self-start py-2 text-sm">
              {more.label}
            </TextLink>
          </li>
        ))}
      </ul>
      <dl className="mt-12 grid grid-cols-2 gap-x-8 gap-y-8 lg:grid-cols-4">
        <Stat label="Tiers of credits" value="4" note="Bronze, Silver, Gold, Platinum" />
        <Stat label="A slot costs" value="1" unit="credit" note="of the giveaway’s tier, nothing else" />
        <Stat
          label="Mail-in window"
          value={mailInHours / 24}
          unit="days"
          note="after the close, before the list is sealed"
        />
        <Stat
          label="Winner notified in"
          value={NOTIFY_HOURS}
          unit="hours"
          note={`and ${ANSWER_DAYS} days to respond`}
        />
      </dl>
    </section>
  )
}
