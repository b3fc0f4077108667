import { useMutation } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { BulkBar } from '#ui/editing/bulk-bar.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { codesChanged, codesClient, type ShownCoupon } from '../codes-admin-client.ts'
import { canBe } from '../state-filter.ts'

type CouponBulkProps = {
  /** The selected coupons. */
  coupons: readonly ShownCoupon[]
  /** Receives the ids that stay selected. */
  onDone: (left: readonly string[]) => void
}

/** Pauses or resumes several coupons, one call each. Failed coupons stay selected, and the last error is shown. */
export function CouponBulk({ coupons, onDone }: CouponBulkProps) {
  const acting = useMutation({
    async mutationFn(what: 'pause' | 'resume') {
      const failed = new Map<string, string>()
      for (const { id } of coupons.filter(coupon => can(coupon, what)))
        await call(codesClient.codes[':id'][what].$post({ param: { id } })).catch(error =>
          failed.set(id, error.message),
        )
      await codesChanged()
      onDone([...failed.keys()])
      return { what, failed }
    },
    onSuccess({ what, failed }) {
      const [problem] = [...failed.values()].slice(-1)
      if (problem) toast.error(`${failed.size} could not be ${what}d: ${problem}`)
      else toast.success(what === 'pause' ? 'The chosen codes are paused' : 'The chosen codes count again')
    },
  })
  const button = (what: 'pause' | 'resume', label: string) =>
    coupons.some(coupon => can(coupon, what)) && (
      <Button
        size="sm"
        variant="secondary"
        busy={acting.isPending && acting.variables === what}
        onClick={() => acting.mutate(what)}
      >
        {label}
      </Button>
    )
  return (
    <BulkBar label="Chosen codes" count={coupons.length} onClear={() => onDone([])}>
      {button('pause', 'Pause')}
      {button('resume', 'Resume')}
    </BulkBar>
  )
}

const can = ({ state }: ShownCoupon, what: 'pause' | 'resume') => canBe(`${what}d`, state)
