import { basename, dirname, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileText, ROOT, repositoryFiles } from '../testing/source/repository-files.ts'

/** Machine-checkable rules of STYLE.md. */
const tracked = repositoryFiles()
const code = tracked.filter(
  file => /^(src|packages|db|bench|e2e|bin)\/.*\.(ts|tsx|js)$/.test(file) && !file.endsWith('db/tables.ts'),
)

const FLOORS = ['platform', 'kernel', 'adapters', 'ui', 'features', 'app']
/** A feature may use only features before it. */
const FEATURES = [
  'notifications',
  'legal',
  'identity',
  'audit-log',
  'proposals',
  'settings',
  'opening',
  'saved-filters',
  'credits',
  'cart',
  'wishes',
  'catalog',
  'codes',
  'shipping',
  'orders',
  'reviews',
  'membership',
  'draw-log',
  'giveaways',
  'free-entry',
  'draws',
  'disputes',
  'winners',
  'reconciliation',
  'revenue',
  'insights',
  'support',
  'account',
  'users',
  'bulk-sms',
  'overview',
  'operations',
  'setup',
  'own-pages',
  'legal-texts',
  'storefront',
  'pages',
  'dev-gallery',
]
/** Server files of a feature that other features may import. */
const OPEN =
  /\/(contract|rules)\.ts$|\/(commands|queries)(\/[\w-]+)?\.server\.ts$|\/(id-token|job-types|personal-data)\.server\.ts$/
const BANNED = /^(utils?|helpers?|misc|common|shared|lib|stuff|index)\.(ts|tsx|js)$/
const BANNED_FOLDER = /\/(utils?|helpers?|misc|common|shared|lib)\//

type Import = { file: string; target: string; typeOnly: boolean }

const IMPORT = /^(?:import|export)\s+(type\s+)?(?:[^'"]*?from\s+)?['"]([^'"]+)['"]/gm

function importsOf(file: string): Import[] {
  return [...fileText(file).matchAll(IMPORT)]
    .filter(([, , specifier]) => /^[.#]/.test(specifier!))
    .map(([, type, specifier]) => ({
      file,
      typeOnly: Boolean(type),
      target: specifier!.startsWith('#')
        ? `src/${specifier!.slice(1)}`
        : relative(ROOT, resolve(ROOT, dirname(file), specifier!)),
    }))
}

const isTest = (file: string) => /\.(test|bench)\.tsx?$/.test(file) || file.includes('/testing/')
const inSource = code.filter(file => /^(src|packages)\//.test(file) && !isTest(file))
const runsOnServer = (file: string) => /\.server\.ts$|^packages\//.test(file)
const imports = inSource
  .filter(file => file.startsWith('src/'))
  .flatMap(importsOf)
  .filter(({ target }) => target.startsWith('src/'))
const floorOf = (file: string) => FLOORS.indexOf(file.split('/')[1]!)
const featureOf = (file: string) => (file.startsWith('src/features/') ? file.split('/')[2] : undefined)
const show = ({ file, target }: Import) => `${file} → ${target}`

describe('the floors', () => {
  it('imports go down only', () => {
    const sideways = (a: number, b: number) => a !== b && [2, 3].includes(a) && [2, 3].includes(b)
    const wrong = imports.filter(({ file, target }) => {
      const from = floorOf(file)
      const to = floorOf(target)
      return to > from || sideways(from, to)
    })
    expect(wrong.map(show)).toEqual([])
  })

  it('has no circle of imports, of values or of types', () => {
    const targets = Map.groupBy(imports, ({ file }) => file)
    const done = new Set<string>()
    const circles: string[] = []
    const visit = (file: string, path: string[]) => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      if (done.has(file) || path.includes(file)) return
      for (const { target } of targets.get(file) ?? []) visit(target, [...path, file])
      done.add(file)
    }
    for (const file of targets.keys()) visit(file, [])
    expect(circles).toEqual([])
  })

  it('has only features that stand in the one ordered list', () => {
    const found = new Set(code.map(featureOf).filter(Boolean))
    expect([...found].filter(name => !FEATURES.includes(name!))).toEqual([])
  })

  it('lets a feature use only earlier ones, and of their server side only contract, commands, queries and jobs', () => {
    const wrong = imports.filter(({ file, target }) => {
      const from = featureOf(file)
      const to = featureOf(target)
      if (!from || !to || from === to) return false
      if (FEATURES.indexOf(to) > FEATURES.indexOf(from)) return true
      return target.endsWith('.server.ts') && !OPEN.test(target)
    })
    expect(wrong.filter(({ typeOnly }) => !typeOnly).map(show)).toEqual([])
  })
})

describe('workspace packages', () => {
  const packageOf = (file: string) => /^packages\/[^/]+/.exec(file)?.[0]

  it('import their own files and the dependencies that they list, and nothing of the shop', () => {
    const wrong = code.filter(packageOf).flatMap(file => {
      const { dependencies, devDependencies } = JSON.parse(fileText(`${packageOf(file)}/package.json`))
      const listed = Object.keys(isTest(file) ? { ...dependencies, ...devDependencies } : dependencies)
      return [...fileText(file).matchAll(IMPORT)]
        .map(([, , specifier]) => specifier!)
        .filter(name =>
          name.startsWith('.')
            ? packageOf(relative(ROOT, resolve(ROOT, dirname(file), name))) !== packageOf(file)
            : !name.startsWith('node:') && !listed.some(known => name === known || name.startsWith(`${known}/`)),
        )
        .map(name => `${file} → ${name}`)
    })
    expect(wrong).toEqual([])
  })

  it('are imported by name', () => {
    const outside = code.filter(file => !packageOf(file)).flatMap(importsOf)
    expect(outside.filter(({ target }) => target.startsWith('packages/')).map(show)).toEqual([])
  })
})

describe('what runs in the browser', () => {
  it('imports nothing of the server, except its types', () => {
    const safe = (file: string) => /\.tsx$|\/(contract|rules)\.ts$/.test(file) && !file.endsWith('entry.server.tsx')
    const wrong = imports.filter(
      ({ file, target, typeOnly }) => safe(file) && target.endsWith('.server.ts') && !typeOnly,
    )
    expect(wrong.map(show)).toEqual([])
  })

  it('imports nothing of Node', () => {
    const wrong = inSource.filter(
      file => /\.tsx$/.test(file) && !file.includes('.server.') && /from 'node:/.test(fileText(file)),
    )
    expect(wrong).toEqual([])
  })

  it('makes no format of Intl while its modules are read: each page that loads them would pay for it', () => {
    const atOnce = /^ {0,2}(?:(?:export )?const \w+ = |\w+: )(?:new )?Intl\./m
    const wrong = inSource.filter(file => file.startsWith('src/') && !runsOnServer(file) && atOnce.test(fileText(file)))
    expect(wrong).toEqual([])
  })
})

describe('files', () => {
  it('file names are specific nouns, and no file is a barrel', () => {
    const named = code.filter(file => BANNED.test(basename(file)) || BANNED_FOLDER.test(`/${file}`))
    const barrels = code.filter(file => /^export \* from/m.test(fileText(file)))
    expect([...named, ...barrels]).toEqual([])
  })

  it('a folder has at most 12 files beside its folders', () => {
    const folders = Object.groupBy(
      tracked.filter(file => file.startsWith('src/')),
      file => dirname(file),
    )
    const full = Object.entries(folders).filter(([, files]) => files!.length > 12)
    expect(full.map(([folder, files]) => `${folder}: ${files!.length}`)).toEqual([])
  })

  it('files stay under 300 lines', () => {
    expect(code.filter(file => fileText(file).split('\n').length > 300)).toEqual([])
  })

  it('name no machine, no registry and nothing left undone', () => {
    const texts = tracked.filter(
      file => /\.(ts|tsx|js|json|md|sql|css|svg|html|yml)$/.test(file) && !file.endsWith('house.test.ts'),
    )
    const marks = new RegExp(
      ['TO' + 'DO', 'FIX' + 'ME', 'lorem ipsum', '"resolved": "(?!packages/)', '/root/', '/home/\\w+/'].join('|'),
    )
    expect(texts.filter(file => marks.test(fileText(file)))).toEqual([])
  })

  it('start no other program on the server', () => {
    const starts = inSource.filter(file => runsOnServer(file) && /from 'node:child_process'/.test(fileText(file)))
    expect(starts).toEqual([])
  })

  it('switch no check of a TLS certificate off', () => {
    const off = new RegExp(['rejectUnauthorized: ' + 'false', 'NODE_TLS_REJECT_' + 'UNAUTHORIZED'].join('|'))
    expect(code.filter(file => off.test(fileText(file)))).toEqual([])
  })

  it('has no test that is skipped or alone', () => {
    const wrong = code.filter(
      file =>
        isTest(file) &&
        /\b(it|test|describe)\.(skip|only|todo)\b/.test(fileText(file)) &&
        !file.endsWith('house.test.ts'),
    )
    expect(wrong).toEqual([])
  })
})

describe('words', () => {
  // This file names the retired words.
  const files = code.filter(file => !file.endsWith('house.test.ts'))

  it('has none of the retired names', () => {
    const retired =
      /\b(useSettled|latePart|openWire|walkCampaign|resumeWalks|stakeOf|tendWinners|makeRoom|edited_meanwhile|\w+Anew|createKept|KeptAnswer|keepAnswers|tellBuyer|giveUp|judge|Purse|purse|recordChange|changesApi|ChangeRecord)\b/
    expect(files.filter(file => retired.test(fileText(file)))).toEqual([])
  })

  it('has none of the retired names of tables, columns, functions and queues', () => {
    const sql = tracked.filter(file => /^db\/(migrations|functions)\/.*\.sql$/.test(file))
    const columns = 'looked_at|lookedAt|walked_to|walked_at|gone_at|check_at|told_at|last_try_told_at|renewal_told_for'
    const more = 'handed_at|counted_in|given_back_at|passed_at|mended_days|mended_months'
    const tables = 'change_record|coupon_person|person_(?:note|member|event)|auto_entry_wish|draw_passing|book_word'
    const functions = 'note_(?:payment|refund|revenue_fact|product_words|credit_holder)|keep_acceptance|tell_revocation'
    const retired = new RegExp(
      `\\b(?:${[columns, more, tables, functions, 'tend-winners|walk-sms-campaign'].join('|')})\\b`,
    )
    expect([...files, ...sql].filter(file => retired.test(fileText(file)))).toEqual([])
  })

  it('cites no text that is not in the project', () => {
    const cited = /(?<!-)customer-side\.md|checkout-and-admin\.md/
    const texts = tracked.filter(file => file.endsWith('.md'))
    expect([...files, ...texts].filter(file => cited.test(fileText(file)))).toEqual([])
  })
})
