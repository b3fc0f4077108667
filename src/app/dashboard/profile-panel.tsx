import { useNavigate } from 'react-router'
import { YourData } from '#features/account/your-data.tsx'
import { ProfileTab } from '#features/identity/profile-tab.tsx'
import { toast } from '#ui/toast.ts'
import { signOut } from '../shell/sign-out.ts'

/** The profile, and what one may do with all of one's data. */
export function ProfilePanel() {
  const navigate = useNavigate()
  async function leave() {
    await signOut()
    await navigate('/', { replace: true })
    toast.success('Your account has been deleted.')
  }
  return (
    <div className="flex flex-col gap-14">
      <ProfileTab />
      <YourData onDeleted={() => void leave()} />
    </div>
  )
}
