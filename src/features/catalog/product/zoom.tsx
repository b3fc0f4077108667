import { useEffect, useRef } from 'react'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import type { ProductPicture } from '../contract.ts'

/** One picture at full size, to scroll in. Uses the native dialog: Escape closes it and focus returns. */
export function Zoom({ picture, onClose }: { picture: ProductPicture; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label={picture.alt}
      onClose={onClose}
      className="m-auto max-h-dvh max-w-full border border-line bg-plate p-0 text-ink backdrop:bg-scrim"
    >
      <div className="max-h-dvh overflow-auto">
        <img
          src={`${picture.src}-1200.webp`}
          alt={picture.alt}
          width={picture.width}
          height={picture.height}
          className="w-[min(1200px,160vw)] max-w-none"
        />
      </div>
      <form method="dialog" className="fixed top-3 right-3">
        <IconButton type="submit" icon="close" label="Close" className="border border-line bg-ground" />
      </form>
    </dialog>
  )
}
