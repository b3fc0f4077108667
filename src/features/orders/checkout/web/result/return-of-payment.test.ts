import { describe, expect, it } from 'vitest'
import { returnOfPayment } from './return-of-payment.ts'

const screenOf = (query: string, isSignedIn = true) => returnOfPayment(new URLSearchParams(query), isSignedIn)

describe('the screen of /checkout', () => {
  it.each([
    ['', { screen: 'checkout', ageVerification: null }],
    ['status=unknown', { screen: 'checkout', ageVerification: null }],
    ['verification=complete', { screen: 'checkout', ageVerification: 'complete' }],
    ['verification=failed', { screen: 'checkout', ageVerification: 'failed' }],
    ['verification=pending', { screen: 'checkout', ageVerification: null }],
    ['status=success&session_id=cs_1', { screen: 'session', sessionId: 'cs_1', said: 'success' }],
    ['status=success&session_id=cs_1&verification=failed', { screen: 'session', sessionId: 'cs_1', said: 'success' }],
    ['status=success&session_id=cs_1&verification=pending', { screen: 'session', sessionId: 'cs_1', said: 'success' }],
    ['status=cancelled&session_id=cs_1', { screen: 'session', sessionId: 'cs_1', said: 'cancelled' }],
    ['status=failed&session_id=cs_1&order=o1', { screen: 'session', sessionId: 'cs_1', said: 'failed' }],
    ['session_id=cs_1', { screen: 'session', sessionId: 'cs_1', said: 'success' }],
    ['session_id=cs_1&verification=failed', { screen: 'session', sessionId: 'cs_1', said: 'failed' }],
    ['status=success', { screen: 'newest' }],
    ['status=success&session_id=', { screen: 'newest' }],
    ['status=success&session_id=%3Cscript%3E', { screen: 'newest' }],
    ['status=success&verification=failed', { screen: 'newest' }],
    ['status=cancelled', { screen: 'cancelled', orderId: null }],
    ['status=cancelled&order=o1', { screen: 'cancelled', orderId: 'o1' }],
    ['status=failed', { screen: 'failed' }],
    ['status=failed&verification=complete', { screen: 'failed' }],
  ])('a signed-in user at "?%s" sees %j [B-10.2] [B-10.22]', (query, returned) => {
    expect(screenOf(query)).toEqual(returned)
  })

  it.each([
    ['', { screen: 'checkout', ageVerification: null }],
    ['status=success', { screen: 'sign-in', back: '/checkout?status=success' }],
    ['status=success&session_id=cs_1', { screen: 'sign-in', back: '/checkout?status=success&session_id=cs_1' }],
    ['session_id=cs_1', { screen: 'sign-in', back: '/checkout?session_id=cs_1' }],
    ['status=cancelled&session_id=cs_1&order=o1', { screen: 'cancelled', orderId: null }],
    ['status=failed&session_id=cs_1', { screen: 'failed' }],
  ])('a guest at "?%s" sees %j [B-10.2]', (query, returned) => {
    expect(screenOf(query, false)).toEqual(returned)
  })
})
