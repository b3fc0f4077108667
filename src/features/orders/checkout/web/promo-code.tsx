import { type KeyboardEvent, useState } from 'react'
import { cart } from '#features/cart/browser/cart.ts'
import { useSubmit } from '#features/identity/web/use-submit.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Chip } from '#ui/data/chip.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { ordersClient, type ShownQuote } from '../../order/web/orders-client.ts'
import { askQuote, itemsOf } from './ask-quote.ts'
import { codes, useKeptCodes } from './kept-codes.ts'
import { chosenAddress } from './shipping/chosen-address.ts'
import { chosenMethod } from './shipping/chosen-method.ts'
import { quoteKey, refusalsIn } from './use-quote.ts'

const UNABLE = 'Unable to validate code'
const UNAVAILABLE = 'Code validation not available in this environment'
const APPLIED = { coupon: 'Coupon applied', referral: 'Referral recorded. Thanks for supporting!' }

type Props = {
  quote: ShownQuote | undefined
  /** Why a stored code no longer counts. */
  refused: string | undefined
}

/** Validates a code at once with the cart and its other codes, so that the shopper knows before paying whether it counts. */
export function PromoCode({ quote, refused }: Props) {
  const [typed, setTyped] = useState('')
  const [done, setDone] = useState<string>()
  const { busy, problem, setProblem, run } = useSubmit()
  const [isTypedSince, setTypedSince] = useState(false)

  const apply = () =>
    run(async () => {
      const code = typed.trim()
      // A blank code is ignored.
      if (!code) return
      const { type, code: known } = await examine(code).catch(explain)
      codes.add(known)
      setTyped('')
      setDone(APPLIED[type])
    }, UNABLE)

  function edit(text: string) {
    setTyped(text)
    setTypedSince(true)
    setProblem(undefined)
    setDone(undefined)
  }
  // The field is inside the payment form, so Enter must apply the code instead of paying.
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void apply()
  }

  return (
    <div className="flex max-w-md flex-col gap-3">
      <div className="flex items-start gap-3">
        <TextField
          label="Promo or referral code"
          value={typed}
          onChange={event => edit(event.target.value)}
          onKeyDown={press}
          error={problem ?? (isTypedSince || done ? undefined : refused)}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="flex-1"
        />
        <Button variant="secondary" busy={busy} busyText="Applying..." onClick={apply} className="mt-7">
          Apply
        </Button>
      </div>
      <p role="status" className="flex items-center gap-1.5 text-sm text-success empty:hidden">
        {done && (
          <>
            <Icon name="check" size={16} /> {done}
          </>
        )}
      </p>
      <Applied quote={quote} onRemove={() => setDone(undefined)} />
    </div>
  )
}

/** The stored codes, each with its discount once known. A press removes a code. */
function Applied({ quote, onRemove }: { quote: ShownQuote | undefined; onRemove: () => void }) {
  const kept = useKeptCodes()
  if (kept.length === 0) return null
  return (
    <ul aria-label="Applied codes" className="flex flex-wrap gap-2">
      {kept.map(code => {
        const known = quote?.codes.find(applied => applied.code === code)
        return (
          <li key={code}>
            <Chip
              removeLabel={`Remove code ${code}`}
              onRemove={() => {
                codes.remove(code)
                onRemove()
              }}
            >
              <span className="font-semibold">{code}</span>
              {known && <span className="text-muted tabular-nums">{worthOf(known)}</span>}
            </Chip>
          </li>
        )
      })}
    </ul>
  )
}

const worthOf = ({ type, amount }: ShownQuote['codes'][number]) =>
  type === 'referral' ? 'Referral' : formatMoney(toCents(-amount))

/** Validates a code for this cart and its other codes. @throws ApiError when it does not count. */
async function examine(code: string) {
  const items = itemsOf(cart.get())
  const known = await call(ordersClient.codes.validate.$post({ json: { code, items } }))
  if (codes.has(known.code)) return known
  const all = [...codes.get(), known.code]
  const addressId = chosenAddress.get()
  const methodId = chosenMethod.get()
  const quote = await askQuote(items, all, { addressId, methodId })
  const beside = refusalsIn(quote)
  const refusal = beside.find(({ promo }) => promo === known.code) ?? beside[0]
  if (refusal) throw new ApiError({ status: 409, code: refusal.reason ?? refusal.code, detail: refusal.message })
  // The discount appears with the message, not one call later.
  queryClient.setQueryData(quoteKey(items, all, addressId, methodId), quote)
  return known
}

/** A refusal brings its own sentence. An environment without code validation has a separate one; all other failures share one. */
function explain(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'not_found' || error.status === 501)
    throw new ApiError({ status: 501, code: 'codes_unavailable', detail: UNAVAILABLE })
  // The sixth code of an order is refused in the words of its field.
  const [field] = Object.values(error.errors)[0] ?? []
  if (field) throw new ApiError({ status: error.status, code: error.code, detail: field })
  if (error.status >= 400 && error.status < 500) throw error
  throw new Error(UNABLE)
}
