import { type DragEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { randomId } from '#kernel/client/calls/idempotency-key.ts'
import { PICTURE_TYPES, type UploadedPicture, uploadPicture } from '#kernel/client/pictures.ts'
import { MAX_PICTURE_BYTES, PICTURE_TOO_LARGE } from '#kernel/picture-limits.ts'
import { eachOf } from '#platform/each-of.ts'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { ProgressBar } from '../feedback/progress-bar.tsx'
import { toast } from '../feedback/toast.ts'
import { FieldError } from '../forms/field.tsx'
import { FilePicker } from '../forms/file-picker.tsx'
import { lazy } from '../lazy.tsx'
import { type ListedPicture, PictureRow } from './picture-row.tsx'
import { moved, useDragging } from './use-dragging.ts'

const CropDialog = lazy(async () => (await import('./crop-dialog.tsx')).CropDialog)

export type PictureListProps = {
  /** The upload route, `/api/products/images`; its `/crop` crops a picture. */
  path: string
  pictures: readonly ListedPicture[]
  /** Receives an updater function, because several uploads may end during one render. */
  onChange: (change: (pictures: readonly ListedPicture[]) => ListedPicture[]) => void
  messages: UploadMessages
  /** Ratio for display and crop. */
  ratio: 'square' | 'landscape'
  /** False where the upload route has no `/crop`. */
  isCropOffered?: boolean
  /** False where pictures have no alt texts. */
  isAltAsked?: boolean
  /** Alt text of a new picture until staff edit it. */
  defaultAlt: string
  max?: number
  error?: string | undefined
  /** Receives the number of running uploads, which a save now would miss. Must keep its identity between renders. */
  onUploading?: (count: number) => void
}

/** Editor for an ordered list of pictures: parallel uploads, order, crop, alt texts, removal. */
export function PictureList(props: PictureListProps) {
  const { pictures, onChange, ratio, isCropOffered = true, isAltAsked = true, max = 12, error } = props
  const { path, messages, defaultAlt, onUploading } = props
  const [cropping, setCropping] = useState<ListedPicture | null>(null)
  const [rows] = useState(rowKeys)
  const { list, said, say, move, dragging } = useOrder(pictures, onChange)
  const { uploads, take, retry, dismiss } = usePictureUploads({
    path,
    messages,
    onUploading,
    onAdd: ({ image, src }) =>
      onChange(all => (all.some(one => one.image === image) ? [...all] : [...all, { image, src, alt: defaultAlt }])),
  })
  const patch = (image: string, change: Partial<ListedPicture>) =>
    onChange(all => all.map(one => (one.image === image ? { ...one, ...change } : one)))

  return (
    <div className="flex flex-col gap-3">
      <ol ref={list} className="flex flex-col gap-2 empty:hidden">
        {pictures.map((picture, at) => (
          <PictureRow
            key={rows.keyOf(picture.image)}
            picture={picture}
            at={at}
            count={pictures.length}
            ratio={ratio}
            isAltAsked={isAltAsked}
            isDragged={dragging.dragged === at}
            onDragStart={event => dragging.start(at, event)}
            onMove={to => move(at, to)}
            onAlt={alt => patch(picture.image, { alt })}
            onCrop={isCropOffered ? () => setCropping(picture) : undefined}
            onRemove={() => {
              onChange(all => all.filter(one => one.image !== picture.image))
              say(`Picture ${at + 1} removed.`)
            }}
          />
        ))}
      </ol>
      <ul className="flex flex-col gap-2 empty:hidden">
        {uploads.map(upload => (
          <UploadRow
            key={upload.id}
            upload={upload}
            onRetry={() => retry(upload)}
            onDismiss={() => dismiss(upload.id)}
          />
        ))}
      </ul>
      <Chooser left={max - pictures.length - uploads.length} max={max} onTake={take} />
      <FieldError id={undefined}>{error}</FieldError>
      <p role="status" className="sr-only">
        {said}
      </p>
      {cropping && (
        <CropDialog
          path={path}
          picture={cropping}
          ratio={ratio}
          onCropped={part => {
            rows.replace(cropping.image, part.image)
            patch(cropping.image, part)
            say('The picture was cropped.')
          }}
          onClose={() => setCropping(null)}
        />
      )}
    </div>
  )
}

/** Keys of rows. A cropped picture has another name and keeps its row, so that the focus returns to the button that opened the crop. */
function rowKeys() {
  const keys = new Map<string, string>()
  function keyOf(image: string): string {
    const key = keys.get(image) ?? randomId()
    keys.set(image, key)
    return key
  }
  return {
    keyOf,
    replace(before: string, after: string) {
      keys.set(after, keyOf(before))
      keys.delete(before)
    },
  }
}

/** Reorders pictures and announces each move. A grip that is moved by keys keeps the focus. */
function useOrder(pictures: readonly ListedPicture[], onChange: PictureListProps['onChange']) {
  const list = useRef<HTMLOListElement>(null)
  const [said, say] = useState('')
  const held = useRef<string | null>(null)

  function move(from: number, to: number) {
    held.current = document.activeElement?.hasAttribute('data-grip') ? (pictures[from]?.image ?? null) : null
    onChange(all => moved(all, from, to))
    say(`Picture ${from + 1} is now ${to === 0 ? 'the primary picture' : `picture ${to + 1} of ${pictures.length}`}.`)
  }
  useEffect(() => {
    const row = pictures.findIndex(({ image }) => image === held.current)
    if (row >= 0) list.current?.children[row]?.querySelector<HTMLElement>('[data-grip]')?.focus()
    held.current = null
  }, [pictures])
  return { list, said, say, move, dragging: useDragging(list, move) }
}

type ChooserProps = { left: number; max: number; onTake: (files: readonly File[]) => Promise<void> }

/** Accepts files by the file picker or by drag and drop. */
function Chooser({ left, max, onTake }: ChooserProps) {
  const [isOver, setIsOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (left <= 0) return <p className="text-muted text-sm">You have reached the limit of {max} pictures.</p>

  async function take(files: readonly File[]) {
    setProblem(files.length > left ? `Only ${left} more can be added, so the others were left out.` : undefined)
    await onTake(files.slice(0, left))
  }
  function over(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped here, and chosen by the button in it.
    <div
      className={classNames('rounded-sm', isOver && 'outline-2 outline-signal')}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={event => {
        event.preventDefault()
        setIsOver(false)
        void take([...event.dataTransfer.files])
      }}
    >
      <FilePicker accept={PICTURE_TYPES} onPick={take}>
        <span className="flex flex-col sm:flex-row sm:items-baseline sm:gap-2">
          Upload pictures
          <span className="text-muted text-sm">JPEG, PNG, WebP or AVIF, at most 5 MB each</span>
        </span>
      </FilePicker>
      <FieldError id={undefined}>{problem}</FieldError>
    </div>
  )
}

type UploadRowProps = { upload: Upload; onRetry: () => void; onDismiss: () => void }

/** A running upload, or the reason for its failure. */
function UploadRow({ upload, onRetry, onDismiss }: UploadRowProps) {
  const { file, share, problem } = upload
  const percent = Math.round(share * 100)
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-sm border border-line p-3">
      <div className="min-w-48 flex-1">
        <p className="truncate text-sm">{file.name}</p>
        {problem ? (
          <FieldError id={undefined}>{problem}</FieldError>
        ) : (
          <div className="mt-1.5 flex items-center gap-3">
            <ProgressBar
              label={`Upload of ${file.name}`}
              value={percent}
              max={100}
              text={percent < 100 ? `${percent}% sent` : 'Uploaded, processing'}
            />
            <span aria-hidden="true" className="shrink-0 text-muted text-sm tabular-nums">
              {percent < 100 ? `${percent}%` : 'Preparing...'}
            </span>
          </div>
        )}
      </div>
      {problem && (
        <span className="ml-auto flex items-center gap-1">
          <Button size="sm" variant="secondary" onClick={onRetry}>
            Try again
          </Button>
          <IconButton size="sm" icon="close" label={`Dismiss ${file.name}`} onClick={onDismiss} />
        </span>
      )}
    </li>
  )
}

/** Error messages of the caller: for when all chosen files failed, and for when some failed. */
type UploadMessages = { allFailed: string; someFailed: string }

type Upload = { id: string; file: File /** Sent fraction, 0 to 1. */; share: number; problem?: string }

type UploadsOptions = {
  path: string
  messages: UploadMessages
  /** Called in the order of the chosen files, regardless of which upload ends first. */
  onAdd: (picture: UploadedPicture) => void
  /** Receives the number of running uploads. */
  onUploading?: ((count: number) => void) | undefined
}

/** Concurrent uploads. The server decodes pictures on one core, so more uploads would only wait there. */
const LANES = 2

/** Uploads files and tracks the progress or the error of each. */
function usePictureUploads({ path, messages, onAdd, onUploading }: UploadsOptions) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const running = uploads.filter(({ problem }) => problem === undefined).length
  useEffect(() => onUploading?.(running), [running, onUploading])

  const patch = (id: string, change: Partial<Upload>) =>
    setUploads(all => all.map(upload => (upload.id === id ? { ...upload, ...change } : upload)))
  const dismiss = (id: string) => setUploads(all => all.filter(upload => upload.id !== id))

  async function send({ id, file }: Upload): Promise<UploadedPicture | undefined> {
    if (file.size > MAX_PICTURE_BYTES) {
      patch(id, { problem: PICTURE_TOO_LARGE.replace('{file}', file.name) })
      return undefined
    }
    try {
      return await uploadPicture(path, file, share => patch(id, { share }))
    } catch (failure) {
      patch(id, { problem: failure instanceof ApiError ? failure.message : 'An error occurred. Please try again.' })
      return undefined
    }
  }

  /** Uploads the chosen files. Resolves when each file has become a picture or an error. */
  async function take(files: readonly File[]) {
    const chosen = files.map((file): Upload => ({ id: randomId(), file, share: 0 }))
    setUploads(all => [...all, ...chosen])
    const sent = chosen.map(() => Promise.withResolvers<UploadedPicture | undefined>())
    void eachOf([...chosen.entries()], LANES, async ([at, upload]) => sent[at]!.resolve(await send(upload)))
    let failed = 0
    for (const [at, { promise }] of sent.entries()) {
      const picture = await promise
      if (picture) {
        onAdd(picture)
        dismiss(chosen[at]!.id)
      } else failed++
    }
    if (failed > 0) toast.error(failed === chosen.length ? messages.allFailed : messages.someFailed)
  }

  function retry(upload: Upload) {
    dismiss(upload.id)
    void take([upload.file])
  }

  return { uploads, take, retry, dismiss }
}
