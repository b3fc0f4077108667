import { useSettings } from '#kernel/client/site.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Stat } from '#ui/data/stat.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'

const BENEFITS: readonly { icon: IconName; title: string; text: string; more: { to: string; label: string } }[] = [
  {
    icon: 'store',
    title: 'Earn credits',
    text: 'Everything in the store earns credits of its tier, from Bronze to Platinum, as soon as it is paid.',
    more: { to: '/store', label: 'See what earns what' },
  },
  {
    icon: 'ticket',
    title: 'Pick your slots',
    text: 'One credit takes one numbered slot, the one you choose. You see what is free while you look.',
    more: { to: '/giveaways', label: 'Open giveaways' },
  },
  {
    icon: 'shield',
    title: 'Check the draw',
    text: 'A seed sealed before the first entry and the frozen list decide. Compute the draw again in your own browser.',
    more: { to: '/legal#sweepstakes', label: 'How we draw' },
  },
  {
    icon: 'mail',
    title: 'Enter free by mail',
    text: 'A card and a stamp are an entry with the same odds. There is room even when every slot is gone.',
    more: { to: '/legal#no-purchase-necessary', label: 'Where to send it' },
  },
]

/** Reasons to shop here, and the steps in numbers. */
export function Benefits() {
  const { mailInHours } = useSettings()
  return (
    <section aria-labelledby="benefits" className="page-width py-16 sm:py-20">
      <SectionHeading id="benefits">Why Redoubt</SectionHeading>
      <ul className="grid gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-2 xl:grid-cols-4">
        {BENEFITS.map(({ icon, title, text, more }) => (
          <li key={title} className="flex flex-col gap-3 bg-ground p-6">
            <Icon name={icon} size={32} className="text-signal" />
            <h3 className="text-xl">{title}</h3>
            <p className="text-muted">{text}</p>
            <TextLink to={more.to} className="mt-auto self-start py-2 text-sm">
              {more.label}
            </TextLink>
          </li>
        ))}
      </ul>
      <dl className="mt-12 grid grid-cols-2 gap-x-8 gap-y-8 lg:grid-cols-4">
        <Stat label="Tiers of credits" value="4" note="Bronze, Silver, Gold, Platinum" />
        <Stat label="A slot costs" value="1" unit="credit" note="of the giveaway’s tier, nothing else" />
        <Stat label="From close to draw" value={mailInHours / 24} unit="days" note="while mail-in entries arrive" />
        <Stat label="Winner notified in" value="72" unit="hours" note="and 7 days to respond" />
      </dl>
    </section>
  )
}
