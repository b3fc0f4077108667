import { SETTINGS } from '#platform/settings.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { confirmAge, UNDER_AGE } from './age-confirmed.ts'

const AGE = SETTINGS.minimumAge

/** Asked once in a browser, before the first payment. The default export, as it is loaded when it is asked. */
export default function AgePrompt({ onAnswer }: { onAnswer: (isOldEnough: boolean) => void }) {
  function accept() {
    confirmAge()
    onAnswer(true)
  }
  return (
    <Dialog
      open
      size="sm"
      title="Confirm your age"
      description={`${UNDER_AGE}.`}
      onOpenChange={() => onAnswer(false)}
      footer={
        <>
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            I am under {AGE}
          </Button>
          <Button onClick={accept}>I am {AGE} or older</Button>
        </>
      }
    >
      <p>
        We compare your answer with the birth date in your account. See{' '}
        <TextLink to="/legal#age-verification" target="_blank">
          Age Verification
        </TextLink>
        .
      </p>
    </Dialog>
  )
}
