import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import type { Email } from '#features/notifications/email.ts'
import { renderEmail } from '#features/notifications/render-email.server.ts'
import type { Context } from '#kernel/context.ts'

const FEATURES = join(import.meta.dirname, '../../../features')

/** Every e-mail that a feature defines, written with its example under the current settings. @param change alters the examples */
export async function writtenEmails(ctx: Context, change: (preview: unknown) => unknown = preview => preview) {
  const written: { name: string; subject: string; text: string; html: string }[] = []
  for await (const file of glob('**/*.ts', { cwd: FEATURES })) {
    if (!readFileSync(join(FEATURES, file), 'utf8').includes('= defineEmail(')) continue
    for (const [name, write] of Object.entries(await import(join(FEATURES, file)))) {
      if (typeof write !== 'function' || !('preview' in write)) continue
      const email = (write as unknown as (ctx: Context, data: unknown) => Email)(ctx, change(write.preview))
      written.push({ name: `${file} › ${name}`, ...(await renderEmail(ctx, email)) })
    }
  }
  return written
}
