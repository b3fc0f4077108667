import { type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

type FilePickerProps = {
  /** MIME types with commas between. */
  accept: string
  /** Gets what was chosen; when it is done with that, the same files can be chosen again. */
  onPick: (files: readonly File[]) => Promise<unknown>
  /** What the button says. */
  children: ReactNode
}

/** A wide button that opens the browser's own choice of files. */
export function FilePicker({ accept, onPick, children }: FilePickerProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-sm border border-line-strong border-dashed px-4 py-3 text-center hover:border-ink has-focus-visible:outline-2 has-focus-visible:outline-focus"
    >
      <Icon name="upload" />
      {children}
      <input
        id={id}
        type="file"
        multiple
        accept={accept}
        className="sr-only"
        onChange={({ currentTarget: input }) => {
          void onPick([...(input.files ?? [])]).finally(() => {
            input.value = ''
          })
        }}
      />
    </label>
  )
}
