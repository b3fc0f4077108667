import { type Log, ofLog } from './of-log.ts'

/** Built as the page is, for a realm without Node. */
Object.assign(globalThis, { ofLog: (log: string) => JSON.stringify(ofLog(JSON.parse(log) as Log)) })
