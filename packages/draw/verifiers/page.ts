import { isSkipped } from '../src/steps/sentences.ts'
import { trustOf } from '../src/trust.ts'
import { type Verdict, type VerifyOptions, verifyBundle } from '../src/verify.ts'
import { InvalidFile, readReceipt } from './kept-files.ts'
import { questionOf } from './steps.ts'

/** The script of `redoubt-verify.html`: it reads files of the device and calls nothing. */
const element = <E extends HTMLElement>(id: string) => document.getElementById(id) as E
const input = (id: string) => element<HTMLInputElement>(id)
const chosen: { bundle?: File; receipt?: File } = {}
let checks = 0

for (const id of ['bundle', 'receipt'] as const) {
  input(id).addEventListener('change', () => {
    chosen[id] = input(id).files?.[0]
    void check()
  })
}
for (const id of ['round', 'key']) input(id).addEventListener('change', () => void check())

const drop = element('drop')
for (const type of ['dragover', 'dragleave', 'drop']) {
  // Without this the browser leaves the page and opens a file that is dropped beside the field.
  addEventListener(type, event => {
    event.preventDefault()
    drop.classList.toggle('over', type === 'dragover')
  })
}
addEventListener('drop', event => void take([...(event.dataTransfer?.files ?? [])]))

/** Dropped files are told apart by what they are: a receipt says so in its first field. */
async function take(files: File[]): Promise<void> {
  for (const file of files) {
    const isReceipt = (await file.slice(0, 200).text()).includes('redoubt-receipt/')
    chosen[isReceipt ? 'receipt' : 'bundle'] = file
  }
  await check()
}

async function check(): Promise<void> {
  const { bundle } = chosen
  if (!bundle) return
  const turn = ++checks
  element('result').hidden = false
  element('result-title').textContent = 'Result'
  element('steps').replaceChildren()
  element('trust').replaceChildren()
  element('places').textContent = ''
  say('', 'Checking…', bundle.name)
  // The browser shows the text before the computation holds it.
  await new Promise(done => setTimeout(done, 50))
  try {
    const bytes = new Uint8Array(await bundle.arrayBuffer())
    const options = await optionsOf()
    // A file that was chosen in between has a check of its own.
    if (turn === checks) show(verifyBundle(bytes, options), trustOf(bytes))
  } catch (error) {
    say('bad', 'Not checked', error instanceof InvalidFile ? error.message : 'A file cannot be read.')
  }
  if (turn === checks)
    element('result-title').textContent =
      `Result of ${[bundle.name, chosen.receipt?.name].filter(Boolean).join(' and ')}`
}

async function optionsOf(): Promise<VerifyOptions> {
  const { receipt } = chosen
  const signature = input('round').value.trim()
  const logKey = input('key').value.trim()
  return {
    ...(receipt && { receipt: readReceipt(await receipt.text()) }),
    ...(signature && { signature }),
    ...(logKey && { logKey }),
  }
}

function show(verdict: Verdict, trust: string[]): void {
  const { steps, ok, places = [], winner } = verdict
  element('steps').replaceChildren(...steps.map(rowOf))
  const failed = steps.find(step => !step.ok)
  const result = winner === undefined ? 'No place is left.' : `The winner is number ${winner}.`
  const mine = steps.find(step => step.step === 12)
  if (ok) say('good', result, `Every step holds.${mine ? ` ${mine.sentence}` : ''}`)
  else if (failed!.step === 12)
    say('bad', 'Your receipt does not hold', `${failed!.sentence} The draw itself holds: ${result}`)
  else say('bad', `Step ${failed!.step} does not hold`, failed!.sentence)
  element('places').textContent = places.length > 0 ? `${places.slice(0, 100).join(', ')}.` : 'None.'
  element('trust').replaceChildren(...trust.map(paragraph))
}

function rowOf(checked: Verdict['steps'][number]): HTMLElement {
  const { step, ok, sentence } = checked
  const isOpen = isSkipped(checked)
  const row = document.createElement('li')
  row.className = ok ? 'good' : isOpen ? 'muted' : 'bad'
  const mark = document.createElement('span')
  mark.textContent = `${step} ${ok ? '✓ holds' : isOpen ? '– open' : '✗ fails'}`
  const text = document.createElement('span')
  const question = document.createElement('b')
  question.textContent = questionOf(step)
  text.append(question, sentence)
  row.append(mark, text)
  return row
}

function say(state: '' | 'good' | 'bad', title: string, text: string): void {
  const verdict = element('verdict')
  verdict.dataset.state = state
  const strong = document.createElement('strong')
  strong.textContent = title
  verdict.replaceChildren(strong, text)
}

function paragraph(text: string): HTMLElement {
  const result = document.createElement('p')
  result.textContent = text
  return result
}
