import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { saveFile } from '#ui/files/save-file.ts'
import { FilePicker } from '#ui/forms/file-picker.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { COLUMNS } from '../../import/columns.ts'
import { type ImportAnswer, MAX_FILE, MAX_LINES } from '../../import/import-contract.ts'
import { productsChanged, productsClient, sayIfBroken } from '../list/products-client.ts'
import { ImportPreview } from './import-preview.tsx'

type ChosenFile = { name: string; csv: string }

/** Creates and changes products from a CSV: previews each line, then applies exactly that, all or nothing. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [preview, setPreview] = useState<ImportAnswer | null>(null)
  const [tooLarge, setTooLarge] = useState<string>()

  const sending = useMutation({
    mutationFn: ({ csv, fingerprint }: { csv: string; fingerprint?: string }) =>
      call(productsClient().admin.products.import.$post({ json: { csv, ...(fingerprint && { fingerprint }) } })),
    async onSuccess(answer) {
      if (!answer.applied) return setPreview(answer)
      await productsChanged()
      toast.success(`${answer.counts.create} created, ${answer.counts.change} changed`)
      onClose()
    },
    onError(error) {
      sayIfBroken(error)
      // The refusal has a new preview: the store or the file has changed, or a line was refused.
      if (error instanceof ApiError && error.details.preview) setPreview(error.details.preview as ImportAnswer)
    },
  })

  async function choose([picked]: readonly File[]) {
    if (!picked) return
    setPreview(null)
    sending.reset()
    setTooLarge(picked.size > MAX_FILE ? `${picked.name} is larger than 5 MB.` : undefined)
    if (picked.size > MAX_FILE) return
    const chosen = { name: picked.name, csv: await picked.text() }
    setFile(chosen)
    await sending.mutateAsync({ csv: chosen.csv }).catch(() => {})
  }

  const counts = preview?.counts
  const todo = counts ? counts.create + counts.change : 0
  const isReady = file && preview && counts?.refuse === 0 && todo > 0
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Import products"
      description="Upload a CSV, look at what it would do, then apply it. Nothing is changed before that."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!isReady}
            busy={sending.isPending && Boolean(preview)}
            busyText="Importing..."
            onClick={() => isReady && sending.mutate({ csv: file.csv, fingerprint: preview.fingerprint })}
          >
            {isReady ? `Apply to ${todo} ${todo === 1 ? 'product' : 'products'}` : 'Apply'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FilePicker accept=".csv,.tsv,text/csv" onPick={choose}>
          {sending.isPending && !preview
            ? 'Reading...'
            : file
              ? `${file.name}: choose another file`
              : 'Choose a CSV file'}
        </FilePicker>
        <FormError>{tooLarge ?? problemOf(sending.error)}</FormError>
        {preview ? <ImportPreview preview={preview} /> : <Instructions />}
      </div>
    </Dialog>
  )
}

/** The sentence about the file says more than the general message. */
const problemOf = (error: Error | null) => (error instanceof ApiError && error.errors?.csv?.[0]) || error?.message

const Instructions = () => (
  <div className="flex flex-col gap-3 text-sm">
    <p>
      A line for each variant, at most {MAX_LINES.toLocaleString('en-US')}. Lines with one <strong>address</strong> are
      one product; a product that is not in the store is created, and one that is is changed. Products, variants and
      columns that the file leaves out stay as they are. With <strong>stockWas</strong> only the difference of stock
      counts, so what is sold meanwhile stays sold.
    </p>
    <p>The quickest way is to export, change what has to change, and import the same file.</p>
    <Button
      size="sm"
      variant="quiet"
      icon="download"
      className="self-start"
      onClick={() => saveFile('redoubt-products-empty.csv', `${COLUMNS.join(',')}\r\n`, 'text/csv')}
    >
      Empty file with all columns
    </Button>
  </div>
)
