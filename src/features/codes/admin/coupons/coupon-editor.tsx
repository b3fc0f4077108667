import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { EditorDialog } from '#ui/overlays/editor-dialog.tsx'
import type { EditorProps } from '#ui/staff-kit/list-page.tsx'
import { LoadingDialog } from '#ui/staff-kit/loading-dialog.tsx'
import { useRecordEditor } from '#ui/staff-kit/use-record-editor.ts'
import { CouponChange, NewCoupon } from '../../contract.ts'
import { COUPON } from '../../coupon-fields.ts'
import { codesChanged, codesClient, readCoupon, type ShownDetail } from '../codes-admin-client.ts'
import { CouponFields } from './coupon-fields.tsx'
import { formStateOf, isInUse } from './coupon-form-state.ts'

/** The form of a coupon, shown once its product names are loaded. */
export function CouponEditor({ record, onClose }: EditorProps<{ id: string }>) {
  const read = useQuery({
    queryKey: ['admin-code', record?.id],
    queryFn: () => readCoupon(record!.id),
    enabled: record !== null,
    // Background refetches would overwrite the input; a late save reports the conflict.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (record === null) return <Form coupon={null} onClose={onClose} />
  if (read.data) return <Form coupon={read.data} onClose={onClose} />
  return <LoadingDialog title="Edit Code" lines={8} read={read} onClose={onClose} />
}

function Form({ coupon, onClose }: { coupon: ShownDetail | null; onClose: () => void }) {
  const editor = useRecordEditor({
    name: 'coupon',
    record: coupon,
    formStateOf,
    labels: COUPON.called,
    show: COUPON.saidOf,
    bodies: [NewCoupon, CouponChange],
    inputOf: COUPON.valuesOf,
    create: (json, options) => call(codesClient.codes.$post({ json }, options)),
    change: ({ id, json }) => call(codesClient.codes[':id'].$patch({ param: { id }, json })),
    refresh: codesChanged,
    said: ({ code }) => (coupon ? `${code} was changed` : `${code} was made`),
    onClose,
    readNewer: () => readCoupon(coupon!.id),
    whose({ events }) {
      const last = events.find(({ kind }) => kind === 'changed')
      return { by: last?.by ?? undefined, at: last?.at }
    },
  })
  return (
    <EditorDialog
      {...editor.dialog}
      title={coupon ? `Edit ${coupon.code}` : 'Create Code'}
      saveLabel={coupon ? 'Save changes' : 'Create code'}
    >
      <CouponFields
        current={editor.current}
        text={editor.text}
        errors={editor.errors}
        set={editor.set}
        isInUse={coupon !== null && isInUse(coupon)}
      />
    </EditorDialog>
  )
}
