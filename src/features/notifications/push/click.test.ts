import { expect, it } from 'vitest'
import { type ClickData, pathOfClick } from '../queries/click.ts'

it.each<[ClickData, string]>([
  [{ type: 'giveaway', giveawayId: 'field-kit' }, '/giveaways/field-kit'],
  [{ type: 'order', orderId: '0199' }, '/orders/0199'],
  [{ type: 'shipping', orderId: '0199' }, '/orders/0199'],
  [{ type: 'cart' }, '/checkout'],
  [{ type: 'membership' }, '/dashboard?tab=subscription'],
  [{}, '/'],
  [{ type: 'giveaway' }, '/'],
  [{ type: 'order' }, '/'],
  [{ type: 'giveaway', giveawayId: '../admin?x=1' }, '/giveaways/..%2Fadmin%3Fx%3D1'],
  [{ type: 'other' as 'cart' }, '/'],
])('a click on %j opens %s [B-2.5] [B-2.15] [B-3.20] [B-9.29]', (data, path) => {
  expect(pathOfClick(data)).toBe(path)
})
