import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { CARRIERS } from '#kernel/shipping/parcels/carriers.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { csvTextOf } from '#ui/files/csv-text.ts'
import { FilePicker } from '#ui/forms/file-picker.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { DialogButtons } from '#ui/overlays/dialog-buttons.tsx'
import { invalidateOrders } from '../../order/admin/staff-client.ts'
import { packingClient } from '../packing/packing-client.ts'
import type { TrackingResults } from './contract.ts'

type Results = z.infer<typeof TrackingResults>['results']

type TrackingDialogProps = {
  /** Orders that staff chose: each is a line that waits for its number. */
  references?: readonly string[]
  /** Receives the ids of the orders that are shipped now. */
  onShipped?: (ids: ReadonlySet<string>) => void
  onClose: () => void
}

/** Ships many orders by pasted, typed or uploaded lines of order and tracking number. Lines that shipped nothing stay to be mended. */
export function TrackingDialog({ references = [], onShipped, onClose }: TrackingDialogProps) {
  const id = useId()
  const [text, setText] = useState(references.map(reference => `${reference}, `).join('\n'))
  const [carrier, setCarrier] = useState('')
  const sending = useMutation({
    async mutationFn(csv: string) {
      const { results } = await call(
        packingClient().admin.parcels.tracking.$post({ json: { csv, ...(carrier && { carrier }) } }),
      )
      await invalidateOrders()
      setText(linesLeft(csv, results))
      onShipped?.(new Set(results.flatMap(({ id, ok }) => (ok && id ? [id] : []))))
      return results
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!sending.isPending) sending.mutate(text)
  }
  const { data: results, error } = sending
  const problem = error instanceof ApiError ? error.errors.csv?.[0] : undefined
  return (
    <Dialog
      startsInField
      onOpenChange={onClose}
      size="lg"
      title="Ship by tracking numbers"
      description="One line for each order: its number, then its tracking number. Each buyer gets an e-mail."
      footer={
        <DialogButtons type="submit" form={id} busy={sending.isPending} busyText="Shipping..." onCancel={onClose}>
          Mark as shipped
        </DialogButtons>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FormError>{problem ? undefined : error?.message}</FormError>
        {results && <Outcome results={results} />}
        <TextAreaField
          label="Orders and tracking numbers"
          hint="Typed, scanned or pasted from a sheet, such as 100001, 1Z999AA10123456784"
          autoComplete="off"
          spellCheck={false}
          rows={6}
          value={text}
          error={problem}
          onChange={({ target }) => setText(target.value)}
        />
        <FilePicker
          accept=".csv,.tsv,.txt,text/csv"
          onPick={async ([file]) => void (file && setText(await csvTextOf(file)))}
        >
          Choose a CSV file
        </FilePicker>
        <SelectField
          label="Carrier"
          value={carrier}
          options={[
            { value: '', label: 'By the number of each parcel' },
            ...CARRIERS.map(value => ({ value, label: value })),
          ]}
          onChange={({ target }) => setCarrier(target.value)}
        />
      </form>
    </Dialog>
  )
}

/** The lines that shipped nothing, below the line of names where there is one. */
function linesLeft(csv: string, results: Results): string {
  const failed = new Set(results.filter(({ ok }) => !ok).map(({ line }) => line))
  if (failed.size === 0) return ''
  const first = results[0]!.line
  return csv
    .split(/\r?\n/)
    .filter((line, at) => failed.has(at + 1) || (at + 1 < first && line.trim() !== ''))
    .join('\n')
}

function Outcome({ results }: { results: Results }) {
  const failed = results.filter(({ ok }) => !ok)
  const doubted = results.filter(({ warning }) => warning !== null)
  const shipped = results.length - failed.length
  return (
    <Notice kind={failed.length + doubted.length > 0 ? 'warning' : 'success'} live>
      {shipped} {shipped === 1 ? 'order is' : 'orders are'} shipped.
      {[...failed, ...doubted].map(({ line, order, error, warning }) => (
        <span key={line} className="block wrap-anywhere">
          {order || `Line ${line}`}: {error ?? `shipped. ${warning}`}
        </span>
      ))}
    </Notice>
  )
}
