import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DEMO_PASSWORD } from '#app/seed/demo-accounts.ts'

const OWNER = 'admin@redoubt.test'
const PICTURES = ['logoLight', 'logoDark', 'mark']

type Brand = { brand: Record<string, unknown> } & Record<string, unknown>

/**
 * Gives a demo shop the brand of a file, as its owner would by the API.
 * @param file a change of settings as JSON, whose pictures are names of files beside it.
 */
export async function giveBrand(origin: string, file: string): Promise<void> {
  const { brand, ...rest } = JSON.parse(await readFile(file, 'utf8')) as Brand
  const call = await callsOf(origin)
  const pictures: Record<string, string> = {}
  for (const name of PICTURES) {
    if (typeof brand[name] !== 'string') continue
    const path = join(dirname(file), brand[name])
    const body = new FormData()
    body.append('files', new Blob([await readFile(path)], { type: 'image/png' }), basename(path))
    const { images } = (await call('/admin/settings/images', 'POST', body)) as { images: { image: string }[] }
    pictures[name] = images[0]!.image
  }
  const settings = { ...rest, brand: { ...brand, ...pictures } }
  await call('/admin/settings', 'PATCH', JSON.stringify({ settings }))
}

async function callsOf(origin: string) {
  const send = async (path: string, method: string, body: string | FormData, headers: Record<string, string>) => {
    const type: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    const answer = await fetch(`${origin}/api${path}`, { method, body, headers: { ...headers, ...type } })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as object
  }
  const login = JSON.stringify({ email: OWNER, password: DEMO_PASSWORD })
  const { idToken } = (await send('/auth/login', 'POST', login, { origin })) as { idToken: string }
  return (path: string, method: string, body: string | FormData) =>
    send(path, method, body, { authorization: `Bearer ${idToken}` })
}
