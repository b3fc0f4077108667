import sentences from './sentences.json' with { type: 'json' }

/**
 * The words of each step that fails, for all verifiers: sentences.json, from which `build-verifiers.ts` also writes the table of
 * redoubt-verify.py. Names of causes and messages of parsers are left out, because an independent program has others.
 */
export type Sentence = keyof typeof sentences

export function say(sentence: Sentence, values: Readonly<Record<string, string | number>> = {}): string {
  return sentences[sentence].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
}

const SKIPPED = sentences['step.skipped'].slice(0, sentences['step.skipped'].indexOf('{'))

/** Whether a step that does not hold was not checked at all, because it needs what an earlier one found. */
export const isSkipped = (step: { sentence: string }): boolean => step.sentence.startsWith(SKIPPED)
