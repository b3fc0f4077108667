import { type MetaFunction, useSearchParams } from 'react-router'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { FormHead, IdentityFrame } from '../../sign-in/web/identity-frame.tsx'
import { RegisterForm } from './register-form.tsx'

export const meta: MetaFunction = () => [
  { title: 'Create Account · Redoubt' },
  { name: 'description', content: 'Create a Redoubt account: earn credits with every order and enter giveaways.' },
  { name: 'robots', content: 'noindex, nofollow' },
]

export default function RegisterPage() {
  const [query] = useSearchParams()
  const next = query.get('next')
  return (
    <IdentityFrame>
      <FormHead title="Create Account">
        Already have an account?{' '}
        <TextLink to={next ? `/login?next=${encodeURIComponent(next)}` : '/login'}>Sign in</TextLink>
      </FormHead>
      <RegisterForm next={next} referral={query.get('ref')} />
    </IdentityFrame>
  )
}
