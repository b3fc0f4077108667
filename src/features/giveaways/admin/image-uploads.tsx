import { useState } from 'react'
import { PICTURE_TYPES, uploadFile } from '#platform/client/upload.ts'
import { FilePicker } from '#ui/file-picker.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Picture } from '#ui/picture.tsx'
import { toast } from '#ui/toast.ts'

type Image = { image: string; src: string }
type ImageUploadsProps = {
  images: readonly Image[]
  /** Gets the change to make, because an upload may end while something else is changed. */
  onChange: (change: (images: readonly Image[]) => readonly Image[]) => void
}

/** The pictures of a giveaway: the first is the main one. */
export function ImageUploads({ images, onChange }: ImageUploadsProps) {
  const [busy, setBusy] = useState(0)

  async function send(file: File): Promise<boolean> {
    setBusy(count => count + 1)
    try {
      const answer = await uploadFile<{ images: Image[] }>('/api/giveaways/images', file, () => {})
      const added = answer.images.map(({ image, src }) => ({ image, src }))
      onChange(all => [...all, ...added.filter(one => all.every(({ image }) => image !== one.image))])
      return true
    } catch {
      return false
    } finally {
      setBusy(count => count - 1)
    }
  }
  async function take(files: readonly File[]) {
    const sent: boolean[] = []
    for (const file of files) sent.push(await send(file))
    if (sent.includes(false))
      toast.error(sent.includes(true) ? 'Some giveaway image uploads failed' : 'Giveaway image upload failed')
  }

  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold">Images</legend>
      <ol className="flex flex-wrap gap-3">
        {images.map((picture, at) => (
          <li key={picture.image} className="w-28 border border-line bg-raised">
            <Picture src={picture.src} alt={`${at + 1}`} sizes="7rem" />
            <div className="flex justify-between">
              <IconButton
                size="sm"
                icon="chevron-left"
                label={`Move image ${at + 1} forward`}
                disabled={at === 0}
                onClick={() => onChange(all => all.toSpliced(at, 1).toSpliced(at - 1, 0, picture))}
              />
              <IconButton
                size="sm"
                icon="trash"
                label={`Remove image ${at + 1}`}
                onClick={() => onChange(all => all.filter(({ image }) => image !== picture.image))}
              />
            </div>
          </li>
        ))}
      </ol>
      <FilePicker accept={PICTURE_TYPES} onPick={take}>
        {busy > 0 ? 'Uploading...' : 'Upload images'}
      </FilePicker>
    </fieldset>
  )
}
