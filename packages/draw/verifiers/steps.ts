import { type Sentence, say } from '../src/steps/sentences.ts'

/** What a step of the check asks, for people who read the result. */
export const questionOf = (step: number): string => say(`question.${step}` as Sentence)
