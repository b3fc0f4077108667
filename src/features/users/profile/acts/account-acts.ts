import { call } from '#kernel/client/calls/call.ts'
import { type ShownProfile, usersClient } from '../../users-client.ts'

/** Acts on an account that need a reason and no other input. */
export type AccountAct = 'disable' | 'enable' | 'signOut' | 'resetPassword'

type Words = { button: string; title: string; about: string; done: string; busy: string; danger?: boolean }

export const ACCOUNT_ACTS: Record<AccountAct, Words> = {
  disable: {
    button: 'Disable account',
    title: 'Disable this account?',
    about:
      'They are signed out everywhere at once and cannot sign in until somebody enables the account again. Nothing is deleted.',
    done: 'The account is disabled',
    busy: 'Disabling...',
    danger: true,
  },
  enable: {
    button: 'Enable account',
    title: 'Enable this account?',
    about: 'They can sign in again, with the password they have.',
    done: 'The account is enabled',
    busy: 'Enabling...',
  },
  signOut: {
    button: 'Sign out everywhere',
    title: 'Sign out everywhere?',
    about: 'Every browser is signed out within a minute. They can sign in again at once.',
    done: 'Signed out everywhere',
    busy: 'Signing out...',
  },
  resetPassword: {
    button: 'Reset password',
    title: 'Reset the password?',
    about: 'Every browser is signed out. The next sign-in asks for a new password, by a code that goes to their email.',
    done: 'The next sign-in asks for a new password',
    busy: 'Resetting...',
  },
}

const PATHS = { disable: 'disable', enable: 'enable', signOut: 'sign-out', resetPassword: 'reset-password' } as const

/** @returns the updated profile. */
export function runAct(act: AccountAct, id: string, reason: string): Promise<ShownProfile> {
  const person = usersClient.users[':id']
  const args = { param: { id }, json: { reason } }
  return call(person[PATHS[act]].$post(args))
}
