import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { counterOf, foreignSigns, inGsm, plainWords, remainingFor, smsLength, wholeSms } from '../rules.ts'

type Props = { value: string; error: string | undefined; onChange: (text: string) => void }

/** The text of an SMS, with a count in units as sent and a preview of the whole SMS. */
export function MessageField({ value, error, onChange }: Props) {
  const words = plainWords(value)
  const remaining = remainingFor(words)
  const whole = wholeSms(words)
  const { encoding, units, segments } = smsLength(whole)
  const foreign = foreignSigns(words)
  const counter = counterOf(remaining)
  return (
    <div className="flex flex-col gap-4">
      <TextAreaField
        label="Message"
        rows={3}
        required
        value={value}
        error={error ?? (remaining < 0 ? counter : undefined)}
        hint={
          <span className="flex flex-wrap justify-between gap-x-4 tabular-nums">
            <span>{counter}</span>
            <span>
              {encoding} · {units} {encoding === 'GSM-7' ? 'characters' : 'units'} in all ·{' '}
              {segments === 1 ? '1 segment' : `${segments} segments`}
            </span>
          </span>
        }
        onChange={({ target }) => onChange(target.value)}
      />
      {foreign.length > 0 && (
        <Notice kind="warning" title="Some characters make this a longer message" live>
          <p>
            {foreign.map(({ sign }) => (
              <kbd key={sign} className="mr-1.5 rounded-sm border border-line-strong px-1.5">
                {sign}
              </kbd>
            ))}
            {foreign.length === 1 ? 'is' : 'are'} not in the alphabet of SMS, so a segment has 70 characters instead of
            160.
          </p>
          <Button variant="secondary" size="sm" className="mt-2" onClick={() => onChange(inGsm(value))}>
            Replace {foreign.length === 1 ? 'it' : 'them'}
          </Button>
        </Notice>
      )}
      <figure>
        <figcaption className="label-sm mb-1.5 text-muted">As it leaves</figcaption>
        <p className="whitespace-pre-wrap rounded-sm border border-line bg-sunken px-4 py-3 text-sm wrap-anywhere">
          {whole}
        </p>
      </figure>
    </div>
  )
}
