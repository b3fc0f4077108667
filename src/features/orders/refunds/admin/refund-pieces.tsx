import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Button } from '#ui/buttons/button.tsx'
import { NumberStepper } from '#ui/forms/choice/number-stepper.tsx'
import { lineName } from '../../history/line-name.ts'
import type { ShownOrder } from '../../history/web/orders-client.ts'
import { allPieces, isAll, leftOf, type Pieces } from './refund-draft.ts'

type RefundPiecesProps = {
  lines: ShownOrder['lines']
  pieces: Pieces
  onChange: (pieces: Pieces) => void
}

/** Pieces to refund per line. Fully refunded lines are omitted. */
export function RefundPieces({ lines, pieces, onChange }: RefundPiecesProps) {
  const open = lines.filter(line => leftOf(line) > 0)
  if (open.length === 0) return <p>All pieces were paid back. What is left of the price goes back now.</p>
  const all = isAll(lines, pieces)
  return (
    <fieldset>
      <div className="mb-1.5 flex items-center justify-between gap-4">
        <legend className="float-left font-semibold text-sm">Pieces to refund</legend>
        <Button variant="quiet" size="sm" onClick={() => onChange(all ? {} : allPieces(lines))}>
          {all ? 'None' : 'All that is left'}
        </Button>
      </div>
      <ul className="flex flex-col divide-y divide-line rounded-sm border border-line-strong">
        {open.map(line => (
          <li key={line.position} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2">
            <span className="min-w-0 flex-1 basis-28">
              <span className="block font-semibold wrap-anywhere">{lineName(line)}</span>
              <span className="block text-muted text-sm">
                of {leftOf(line)} · {formatMoney(toCents(line.salesPrice ?? line.price))} each
                {line.refunded > 0 && `, ${line.refunded} refunded before`}
              </span>
            </span>
            <NumberStepper
              label={`Pieces of ${lineName(line)}`}
              min={0}
              max={leftOf(line)}
              value={pieces[line.position] ?? 0}
              onChange={count => onChange({ ...pieces, [line.position]: count })}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
