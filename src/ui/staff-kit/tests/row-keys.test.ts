// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { openerIn, stepped } from '../use-row-keys.ts'

describe('the keys of rows', () => {
  it('a step stays within the rows, and begins at the near end [B-13.100]', () => {
    expect([stepped(-1, 1, 3), stepped(-1, -1, 3), stepped(2, 1, 3), stepped(0, -1, 3), stepped(0, 1, 3)]).toEqual([
      0, 2, 2, 0, 1,
    ])
  })

  it('e prefers the editor, then the details, then the first link [B-13.100]', () => {
    const opened = (html: string) => {
      const row = document.createElement('tr')
      row.innerHTML = html
      return openerIn(row)?.id
    }
    const link = '<td><a href="/a" id="link">Sam</a></td>'
    const edit = '<td><button id="edit" aria-label="Edit Sam"></button></td>'
    const view = '<td><button id="view">View entries</button></td>'
    expect([opened(link + view + edit), opened(link + view), opened(link), opened('<td>Sam</td>')]).toEqual([
      'edit',
      'view',
      'link',
      undefined,
    ])
  })
})
