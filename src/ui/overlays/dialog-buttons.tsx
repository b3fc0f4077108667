import type { ComponentProps } from 'react'
import { Button } from '../buttons/button.tsx'

type DialogButtonsProps = ComponentProps<typeof Button> & { onCancel: () => void }

/** The footer of a dialog that does one thing: Cancel, and the button for it. All props but `onCancel` are that button's. */
export const DialogButtons = ({ onCancel, ...button }: DialogButtonsProps) => (
  <>
    <Button variant="secondary" onClick={onCancel}>
      Cancel
    </Button>
    <Button {...button} />
  </>
)
