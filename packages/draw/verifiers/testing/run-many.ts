import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import type { Question } from './many.ts'

/** Runs the command line of a built redoubt-verify.mjs for each line of JSON, as a fresh module each time, and answers its output. */
const file = pathToFileURL(process.argv[2]!).href
const folder = mkdtempSync(join(tmpdir(), 'redoubt-verify-'))
const bundle = join(folder, 'draw.json')
const receipt = join(folder, 'receipt.json')
const { stdout } = process
const write = stdout.write.bind(stdout)
let run = 0
for await (const line of createInterface(process.stdin)) {
  const question = JSON.parse(line) as Question
  writeFileSync(bundle, Buffer.from(question.bundle, 'base64'))
  if (question.receipt !== undefined) writeFileSync(receipt, question.receipt)
  const files = question.receipt === undefined ? [bundle] : [bundle, receipt]
  const round = question.signature === undefined ? [] : ['--signature', question.signature]
  process.argv = [process.execPath, file, ...files, ...round, '--json']
  let answer = ''
  stdout.write = (text: string | Uint8Array) => {
    answer += text
    return true
  }
  await import(`${file}?${run++}`)
  stdout.write = write
  write(`${JSON.stringify({ ...JSON.parse(answer), code: process.exitCode })}\n`)
}
process.exitCode = 0
rmSync(folder, { recursive: true })
