import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * The built server: loads all else with the code that V8 compiled at an earlier start. A start finds it beside the server, unless the folder
 * takes no files, as in an image.
 */
enableCompileCache(join(import.meta.dirname, '../../../../.compiled'))
const { serve } = await import('./serve.ts')
await serve()
// At the end of the process it would also have what requests needed, which every start would load; and a killed process has no end.
flushCompileCache()
