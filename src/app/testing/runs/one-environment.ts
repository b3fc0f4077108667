import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const DOM = /@vitest-environment happy-dom/

/**
 * Files with a DOM come first, then those without. A worker serves one environment: where both take turns, vitest ends a worker at each turn, and the
 * next one imports the whole shop again.
 */
export default class OneEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { dom = [], plain = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      DOM.test(readFileSync(moduleId, 'utf8')) ? 'dom' : 'plain',
    )
    return [...dom, ...plain]
  }
}
