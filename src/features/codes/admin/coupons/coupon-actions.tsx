import { useMutation } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { codesChanged, codesClient, type ShownCoupon } from '../codes-admin-client.ts'
import { canBe } from '../state-filter.ts'

export type CouponActs = {
  onEdit: (coupon: ShownCoupon) => void
  onUse: (coupon: ShownCoupon) => void
  onArchive: (coupon: ShownCoupon) => void
}

/** Pausing and resuming need no confirmation because each undoes the other. */
export function CouponActions({ coupon, onEdit, onUse, onArchive }: CouponActs & { coupon: ShownCoupon }) {
  const { id, code, state } = coupon
  const isPaused = state === 'paused'
  const mayChange = useRight('codes.change')
  const pausing = useMutation({
    mutationFn: () => {
      const one = codesClient.codes[':id']
      return isPaused ? call(one.resume.$post({ param: { id } })) : call(one.pause.$post({ param: { id } }))
    },
    async onSuccess() {
      await codesChanged()
      toast.success(isPaused ? `${code} counts again` : `${code} is paused`)
    },
    onError: error => toast.error(error.message),
  })
  return (
    <span className="flex items-center gap-x-1 sm:justify-end">
      <IconButton size="sm" icon="eye" label={`Use of ${code}`} onClick={() => onUse(coupon)} />
      {mayChange && (isPaused || canBe('paused', state)) && (
        <Button
          size="sm"
          variant="quiet"
          busy={pausing.isPending}
          aria-label={`${isPaused ? 'Resume' : 'Pause'} ${code}`}
          onClick={() => pausing.mutate()}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      )}
      {mayChange && state !== 'archived' && (
        <>
          <IconButton size="sm" icon="edit" label={`Edit ${code}`} onClick={() => onEdit(coupon)} />
          <IconButton size="sm" icon="trash" label={`Archive ${code}`} onClick={() => onArchive(coupon)} />
        </>
      )}
    </span>
  )
}
