import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#platform/client/api-error.ts'
import { call } from '#platform/client/call.ts'
import { problemsIn, problemsOfAnswer } from '#platform/client/field-problems.ts'
import { useIdempotentSend } from '#platform/client/idempotency-key.ts'
import { Dialog } from '#ui/dialog.tsx'
import { EditorDialog } from '#ui/editor-dialog.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { FormError } from '#ui/form-error.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useEditConflict } from '#ui/use-edit-conflict.tsx'
import { CouponChange, NewCoupon } from '../contract.ts'
import { codesChanged, codesClient, readCoupon, type ShownDetail } from './codes-admin-client.ts'
import {
  type CouponDraft,
  changedFields,
  changeOf,
  draftOf,
  FIELD_NAMES,
  inputOf,
  isInUse,
  saidOf,
} from './coupon-draft.ts'
import { CouponFields } from './coupon-fields.tsx'

type Props = {
  /** Null for a new coupon. */
  id: string | null
  onClose: () => void
}

/** The form of a coupon, shown once its product names are loaded. */
export function CouponEditor({ id, onClose }: Props) {
  const read = useQuery({
    queryKey: ['admin-code', id],
    queryFn: () => readCoupon(id!),
    enabled: id !== null,
    // Background refetches would overwrite the input; a late save reports the conflict.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (id === null) return <Form coupon={null} onClose={onClose} />
  if (read.data) return <Form coupon={read.data} onClose={onClose} />
  return (
    <Dialog open size="lg" title="Edit Code" onOpenChange={onClose}>
      {read.isError ? (
        <FailedState busy={read.isFetching} onRetry={() => void read.refetch()}>
          {read.error.message}
        </FailedState>
      ) : (
        <SkeletonText lines={8} />
      )}
    </Dialog>
  )
}

function Form({ coupon, onClose }: { coupon: ShownDetail | null; onClose: () => void }) {
  const [opened, setOpened] = useState(() => draftOf(coupon))
  const [version, setVersion] = useState(coupon?.version)
  const [draft, setDraft] = useState(opened)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const changed = changedFields(draft, opened).map(field => FIELD_NAMES[field])
  const conflict = useEditConflict({
    opened,
    draft,
    labels: FIELD_NAMES,
    show: saidOf,
    onMerged(merged, newer) {
      setDraft(merged)
      setOpened(newer)
    },
  })
  async function meetNewer() {
    const newer = await readCoupon(coupon!.id)
    setVersion(newer.version)
    const last = newer.events.find(({ kind }) => kind === 'changed')
    conflict.meet(draftOf(newer), { by: last?.by ?? undefined, at: last?.at })
  }
  const saving = useSaving({ coupon, draft, opened, version, onErrors: setErrors, onConflict: meetNewer, onClose })
  const isConflict = isVersionConflict(saving.error)

  /** Editing a field clears its error. */
  function set(fields: Partial<CouponDraft>) {
    setDraft(now => ({ ...now, ...fields }))
    const paths = Object.keys(fields).map(field => PATHS[field] ?? field)
    setErrors(now => Object.fromEntries(Object.entries(now).filter(([path]) => !paths.includes(path))))
  }
  function submit() {
    const found = problemsOf(coupon, draft, opened)
    setErrors(found)
    if (Object.keys(found).length === 0) saving.mutate()
  }

  const problems = Object.entries(errors).map(([path, message]) => ({ field: `coupon-${path}`, message }))
  return (
    <EditorDialog
      title={coupon ? `Edit ${coupon.code}` : 'Create Code'}
      saveLabel={coupon ? 'Save changes' : 'Create code'}
      formId="coupon-form"
      changed={changed}
      isNew={!coupon}
      busy={saving.isPending}
      conflict={conflict.panel}
      onSave={submit}
      onClose={onClose}
    >
      <FormError problems={problems}>
        {(isConflict ? null : saving.error?.message) ??
          (problems.length > 0 && 'Please check your input and try again.')}
      </FormError>
      <CouponFields draft={draft} errors={errors} set={set} isInUse={coupon !== null && isInUse(coupon)} />
    </EditorDialog>
  )
}

/** API field paths whose form fields have other names. */
const PATHS: Record<string, string> = { discount: 'discount.amount', products: 'productIds' }

type Saving = {
  coupon: ShownDetail | null
  draft: CouponDraft
  opened: CouponDraft
  /** The version that was read last. */
  version: number | undefined
  onErrors: (errors: Record<string, string>) => void
  /** Runs on a version conflict. */
  onConflict: () => Promise<void>
  onClose: () => void
}

const isVersionConflict = (error: unknown) => error instanceof ApiError && error.code === 'version_conflict'

function useSaving({ coupon, draft, opened, version, onErrors, onConflict, onClose }: Saving) {
  const sendOnce = useIdempotentSend()
  return useMutation({
    async mutationFn() {
      const { codes } = codesClient
      if (coupon)
        return call(codes[':id'].$patch({ param: { id: coupon.id }, json: { ...changeOf(draft, opened), version } }))
      const json = inputOf(draft)
      return sendOnce(json, options => call(codes.$post({ json }, options)))
    },
    async onSuccess(saved) {
      await codesChanged()
      toast.success(coupon ? `${saved.code} was changed` : `${saved.code} was made`)
      onClose()
    },
    onError: error => (coupon && isVersionConflict(error) ? onConflict() : onErrors(problemsOfAnswer(error))),
  })
}

/** Validates with the server's schema before sending. */
function problemsOf(coupon: ShownDetail | null, draft: CouponDraft, opened: CouponDraft): Record<string, string> {
  const checked = coupon ? CouponChange.safeParse(changeOf(draft, opened)) : NewCoupon.safeParse(inputOf(draft))
  return checked.success ? {} : problemsIn(checked.error)
}
