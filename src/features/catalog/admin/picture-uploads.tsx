import { useState } from 'react'
import { ApiError } from '#platform/client/api-error.ts'
import { PICTURE_TYPES, uploadFile } from '#platform/client/upload.ts'
import { FieldError } from '#ui/field.tsx'
import { FilePicker } from '#ui/file-picker.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Picture } from '#ui/picture.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import type { PictureDraft } from './product-draft.ts'

export type PictureUploadsProps = {
  /** The upload route: `/api/products/images`. */
  path: string
  pictures: readonly PictureDraft[]
  /** Gets the change to make, because several uploads may end while one is drawn. */
  onChange: (change: (pictures: readonly PictureDraft[]) => PictureDraft[]) => void
  error?: string | undefined
  /** What a new picture is called until somebody says better. */
  defaultAlt: string
}

type Upload = { id: string; name: string; share: number; problem?: string }

/** Pictures of a product or giveaway: upload with progress, alternative texts, order; the first is the primary one. */
export function PictureUploads({ path, pictures, onChange, error, defaultAlt }: PictureUploadsProps) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])

  const patch = (id: string, change: Partial<Upload>) =>
    setUploads(all => all.map(upload => (upload.id === id ? { ...upload, ...change } : upload)))

  async function send(file: File): Promise<boolean> {
    const id = crypto.randomUUID()
    setUploads(all => [...all, { id, name: file.name, share: 0 }])
    try {
      type Answer = { images: { image: string; src: string }[] }
      const { images } = await uploadFile<Answer>(path, file, share => patch(id, { share }))
      const added = images.map(({ image, src }) => ({ image, src, alt: defaultAlt }))
      onChange(all => [...all, ...added.filter(one => !all.some(({ image }) => image === one.image))])
      setUploads(all => all.filter(upload => upload.id !== id))
      return true
    } catch (failure) {
      patch(id, { problem: failure instanceof ApiError ? failure.message : 'An error occurred. Please try again.' })
      return false
    }
  }

  async function take(files: readonly File[]) {
    const sent: boolean[] = []
    // One after another, so that the order is the one chosen.
    for (const file of files) sent.push(await send(file))
    if (sent.includes(false))
      toast.error(sent.includes(true) ? 'Some image uploads failed. Please try again.' : 'Image upload failed.')
  }

  return (
    <div className="flex flex-col gap-3">
      <ol className="flex flex-col gap-2">
        {pictures.map((picture, at) => (
          <PictureRow key={picture.image} picture={picture} at={at} count={pictures.length} onChange={onChange} />
        ))}
        {uploads.map(upload => (
          <UploadRow
            key={upload.id}
            upload={upload}
            onDismiss={() => setUploads(all => all.filter(other => other.id !== upload.id))}
          />
        ))}
      </ol>
      <FilePicker accept={PICTURE_TYPES} onPick={take}>
        Upload pictures
        <span className="text-muted text-sm">JPEG, PNG, WebP or AVIF, at most 5 MB each</span>
      </FilePicker>
      <FieldError id={undefined}>{error}</FieldError>
    </div>
  )
}

type PictureRowProps = Pick<PictureUploadsProps, 'onChange'> & { picture: PictureDraft; at: number; count: number }

function PictureRow({ picture, at, count, onChange }: PictureRowProps) {
  const move = (to: number) => onChange(all => all.toSpliced(at, 1).toSpliced(to, 0, picture))
  return (
    <li className="flex items-center gap-3 rounded-sm border border-line bg-raised p-2">
      <Picture src={picture.src} alt="" sizes="4rem" className="w-16 shrink-0" />
      <TextField
        label={at === 0 ? 'Primary picture: alternative text' : `Picture ${at + 1}: alternative text`}
        value={picture.alt}
        maxLength={300}
        className="flex-1"
        onChange={({ target }) =>
          onChange(all => all.map(one => (one.image === picture.image ? { ...one, alt: target.value } : one)))
        }
      />
      <span className="flex self-end">
        <IconButton size="sm" icon="chevron-up" label="Move up" disabled={at === 0} onClick={() => move(at - 1)} />
        <IconButton
          size="sm"
          icon="chevron-down"
          label="Move down"
          disabled={at === count - 1}
          onClick={() => move(at + 1)}
        />
        <IconButton
          size="sm"
          icon="trash"
          label={`Remove picture ${at + 1}`}
          onClick={() => onChange(all => all.filter(one => one.image !== picture.image))}
        />
      </span>
    </li>
  )
}

function UploadRow({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }) {
  const percent = Math.round(upload.share * 100)
  return (
    <li className="flex items-center gap-3 rounded-sm border border-line p-3">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm">{upload.name}</p>
        {upload.problem ? (
          <FieldError id={undefined}>{upload.problem}</FieldError>
        ) : (
          <ProgressBar
            label={`Upload of ${upload.name}`}
            value={percent}
            max={100}
            text={percent < 100 ? `${percent}% sent` : 'Sent, being prepared'}
          />
        )}
      </div>
      {upload.problem && <IconButton size="sm" icon="close" label="Dismiss" onClick={onDismiss} />}
    </li>
  )
}
