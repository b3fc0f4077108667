import { useSettings } from '#kernel/client/site.ts'
import { dayInWords } from '#kernel/values/format-moment.ts'
import { qrPathOf } from '#platform/values/qr-path.ts'
import { Wordmark } from '#ui/pictures/mark.tsx'
import { QrCode } from '#ui/pictures/qr-code.tsx'
import { cardCodeOf, qrTextOf } from '../../desk/card-code.ts'

/** What the sender writes, in the order in which the desk types it. */
const LINES = [
  { name: 'Full name', wide: true },
  { name: 'Street address', wide: true },
  { name: 'City', wide: false },
  { name: 'State and ZIP code', wide: false },
  { name: 'Birth date (month, day, year)', wide: false },
  { name: 'Phone', wide: false },
  { name: 'E-mail address, for the receipt', wide: true },
]

type PrintedCardProps = {
  giveaway: { id: string; title: string }
  /** The last day on which the card counts. */
  last: string | null
  company: string
  mailIn: readonly string[]
}

/** The card, with lines to fill in by hand. The styles for print make it black on white. */
export function PrintedCard({ giveaway: { id, title }, last, company, mailIn }: PrintedCardProps) {
  const { logoLight } = useSettings().brand
  return (
    <article
      data-slip
      aria-label={`Free-entry card: ${title}`}
      className="border-2 border-ink border-dashed p-5 sm:p-8 print:p-6"
    >
      <header className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          {logoLight && <Wordmark className="mb-3" />}
          <p className="label text-sm">{company}: free entry</p>
          <h2 className="mt-1 text-2xl wrap-anywhere">{title}</h2>
          <p className="mt-2 text-sm">
            Code <strong className="figure whitespace-nowrap text-base">{cardCodeOf(id)}</strong>
          </p>
          {last && <p className="text-sm">Must arrive by {dayInWords(last)}</p>}
        </div>
        <QrCode {...qrPathOf(qrTextOf(id))} label={`QR code of ${cardCodeOf(id)}`} className="size-24 sm:size-32" />
      </header>
      <ul className="mt-6 grid gap-x-6 gap-y-2 sm:grid-cols-2 print:grid-cols-2">
        {LINES.map(({ name, wide }) => (
          <li key={name} className={wide ? 'sm:col-span-2 print:col-span-2' : undefined}>
            <span className="block h-9 border-ink border-b" />
            <span className="text-xs">{name}</span>
          </li>
        ))}
      </ul>
      <footer className="mt-6 flex flex-wrap items-end justify-between gap-4 text-sm">
        <address className="whitespace-pre-line not-italic">{`Send to:\n${mailIn.join('\n')}`}</address>
        <p className="max-w-64 text-xs">Fill in every line by hand. One card in one envelope. No purchase necessary.</p>
      </footer>
    </article>
  )
}
