import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { fileNameOf } from '#kernel/brand/file-name.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useSettings } from '#kernel/client/site.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Cell, Table } from '#ui/data/table.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { csvTextOf } from '#ui/files/csv-text.ts'
import { saveFile } from '#ui/files/save-file.ts'
import { FilePicker } from '#ui/forms/file-picker.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { DialogButtons } from '#ui/overlays/dialog-buttons.tsx'
import { HEADERS } from '../../import/columns.ts'
import { type ImportAnswer, type ImportItem, MAX_FILE, MAX_LINES } from '../../products/admin-contract.ts'
import { productsChanged, productsClient, sayIfBroken } from '../list/products-client.ts'

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
    const chosen = { name: picked.name, csv: await csvTextOf(picked) }
    setFile(chosen)
    await sending.mutateAsync({ csv: chosen.csv }).catch(() => {})
  }

  const counts = preview?.counts
  const todo = counts ? counts.create + counts.change : 0
  const isReady = file && preview && counts?.refuse === 0 && todo > 0
  return (
    <Dialog
      onOpenChange={onClose}
      size="lg"
      title="Import products"
      description="Upload a CSV, check the preview, then apply it. Nothing is changed before that."
      footer={
        <DialogButtons
          disabled={!isReady}
          busy={sending.isPending && Boolean(preview)}
          busyText="Importing..."
          onClick={() => isReady && sending.mutate({ csv: file.csv, fingerprint: preview.fingerprint })}
          onCancel={onClose}
        >
          {isReady ? `Apply to ${todo} ${todo === 1 ? 'product' : 'products'}` : 'Apply'}
        </DialogButtons>
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

function Instructions() {
  const name = fileNameOf(useSettings().brand, 'products-empty.csv')
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>
        A line for each variant, at most {MAX_LINES.toLocaleString('en-US')}. Lines with one <strong>address</strong>{' '}
        are one product; a product that is not in the store is created, and one that is is changed. Products, variants
        and columns that the file leaves out stay as they are. With <strong>stockWas</strong> only the difference of
        stock counts, so sales in between stay counted.
      </p>
      <p>The quickest way: export, edit, and import the same file.</p>
      <Button
        size="sm"
        variant="quiet"
        icon="download"
        className="self-start"
        onClick={() => saveFile(name, `${HEADERS.join(',')}\r\n`, 'text/csv')}
      >
        Empty file with all columns
      </Button>
    </div>
  )
}

const WORDS = {
  create: { label: 'Create', tone: 'success' },
  change: { label: 'Change', tone: 'neutral' },
  refuse: { label: 'Refused', tone: 'danger' },
} as const

/** Preview of a file by line: refused lines first, then creations and changes. */
function ImportPreview({ preview: { counts, items } }: { preview: ImportAnswer }) {
  const all = counts.create + counts.change + counts.refuse
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="tabular-nums">
        {counts.create} to create · {counts.change} to change · {counts.same} unchanged · {counts.refuse} refused
      </p>
      {counts.refuse > 0 && (
        <Notice kind="danger">
          Correct these lines and choose the file again: it is applied as a whole, or not at all.
        </Notice>
      )}
      {all === 0 && <Notice>The file changes nothing: the store already matches it.</Notice>}
      {items.length > 0 && (
        <Table
          caption="Preview of the import"
          captionHidden
          className="max-md:min-w-0!"
          head={[{ name: 'Line', numeric: true, className: 'w-16' }, 'Product', 'What']}
        >
          {items.map(item => (
            <tr key={item.line}>
              <Cell numeric className="align-top">
                {item.line}
              </Cell>
              <Cell className="align-top">
                <span className="mb-1 block font-semibold wrap-anywhere">{item.name || 'No name'}</span>
                <Badge tone={WORDS[item.action].tone}>{WORDS[item.action].label}</Badge>
              </Cell>
              <Cell className="align-top">
                <What item={item} />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {all > items.length && <p className="text-muted text-sm">And {all - items.length} more.</p>}
    </div>
  )
}

const SHOWN = 120
const short = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

function What({ item: { action, changes, problems } }: { item: ImportItem }) {
  if (action === 'refuse')
    return (
      <ul className="text-danger">
        {problems.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            Line {line}: {message}
          </li>
        ))}
      </ul>
    )
  return (
    <ul>
      {changes.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          {field}: {before !== null && <s className="text-muted">{short(before) || 'nothing'}</s>}{' '}
          <strong>{short(after) || 'nothing'}</strong>
        </li>
      ))}
    </ul>
  )
}
