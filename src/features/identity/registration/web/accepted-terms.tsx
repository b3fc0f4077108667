import type { ComponentProps } from 'react'
import { TextLink } from '#ui/buttons/text-link.tsx'

/** The texts that a new account accepts. */
export const AcceptedTerms = () => (
  <p className="text-muted text-sm">
    By creating an account you accept our <NewTab to="/legal#terms">Terms & Conditions</NewTab>,{' '}
    <NewTab to="/legal#privacy">Privacy Policy</NewTab> and <NewTab to="/legal#sweepstakes">Sweepstakes Rules</NewTab>.
  </p>
)

// In a new tab, so that the form keeps its input.
const NewTab = (props: ComponentProps<typeof TextLink>) => <TextLink {...props} target="_blank" />
