import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { type PercentCrop, ReactCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { cropPicture, type UploadedPicture } from '#kernel/client/pictures.ts'
import { FormError } from '../forms/form-error.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { DialogButtons } from '../overlays/dialog-buttons.tsx'
import type { ListedPicture } from './picture-row.tsx'
import { largestPart } from './use-dragging.ts'

const RATIOS = { square: 1, landscape: 3 / 2 }

type CropDialogProps = {
  path: string
  picture: ListedPicture
  ratio: keyof typeof RATIOS
  onCropped: (part: UploadedPicture) => void
  onClose: () => void
}

/** Chooses the visible part of a picture. Sends only the coordinates; the server crops the stored picture. */
export function CropDialog({ path, picture, ratio, onCropped, onClose }: CropDialogProps) {
  const [part, setPart] = useState<PercentCrop>()

  const begin = ({ currentTarget: image }: SyntheticEvent<HTMLImageElement>) =>
    setPart(largestPart(RATIOS[ratio], image.naturalWidth / image.naturalHeight))

  const cropping = useMutation({
    mutationFn({ x, y, width, height }: PercentCrop) {
      const shares = { x: x / 100, y: y / 100, width: width / 100, height: height / 100 }
      return cropPicture(path, picture.image, shares)
    },
    onSuccess(cropped) {
      onCropped(cropped)
      onClose()
    },
  })

  return (
    <Dialog
      onOpenChange={onClose}
      title="Crop picture"
      description="Drag the frame or its corners. By keyboard: Tab to the frame or a corner, then the arrow keys; with Shift or Ctrl in larger steps."
      footer={
        <DialogButtons
          disabled={!part}
          busy={cropping.isPending}
          busyText="Cropping..."
          onClick={() => part && cropping.mutate(part)}
          onCancel={onClose}
        >
          Crop picture
        </DialogButtons>
      }
    >
      <FormError>{cropping.error?.message}</FormError>
      <div className="flex justify-center">
        <ReactCrop
          {...(part && { crop: part })}
          aspect={RATIOS[ratio]}
          keepSelection
          minWidth={40}
          ruleOfThirds
          onChange={(_pixels, percent) => setPart(percent)}
        >
          <img src={`${picture.src}-1200.webp`} alt={picture.alt} className="max-h-[55dvh]" onLoad={begin} />
        </ReactCrop>
      </div>
    </Dialog>
  )
}
