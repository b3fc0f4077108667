import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'
import { RegisterBody, VerifyResetBody } from '../user/contract.ts'

export const EmailCodeBody = RegisterBody.pick({ email: true }).meta({ id: 'EmailCodeRequest' })
export const VerifyEmailCodeBody = VerifyResetBody.pick({ email: true, code: true }).meta({ id: 'EmailCode' })

/** A registration without a password, after a code has confirmed the address. Consents are asked where they are used. */
export const RegisterByEmailCodeBody = RegisterBody.pick({
  email: true,
  name: true,
  phone: true,
  birthDate: true,
  shippingAddress: true,
  addressConfirmed: true,
})
  .extend({ registrationToken: z.string().min(1).max(100) })
  .meta({ id: 'RegistrationByCode' })
export type RegisterByEmailCodeBody = z.infer<typeof RegisterByEmailCodeBody>

/** The answer to a right code of an address without an account. */
export const Proved = model('ProvedAddress', {
  success: z.literal(true),
  message: z.string(),
  /** Lets this browser create the account of the address, once, for 30 minutes. */
  registrationToken: z.string(),
})
