import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Who may import whom, beside itself and packages. `types` allows `import type` only. (decision 0002) */
const ROOMS: Record<string, { may: string[]; types?: string[] }> = {
  'src/contract': { may: [] },
  db: { may: [] },
  'src/platform': { may: ['src/contract'] },
  'src/domain': { may: ['src/contract', 'db'], types: ['src/platform'] },
  'src/auth': { may: ['src/contract', 'src/domain', 'db'] },
  'src/api': { may: ['src/contract', 'src/domain', 'src/auth'], types: ['db', 'src/platform'] },
  'src/forum-pages': {
    may: ['src/contract', 'src/domain', 'src/api', 'src/sections', 'src/ui'],
    types: ['db', 'src/platform'],
  },
  netlify: {
    may: ['src/contract', 'src/api', 'src/forum-pages', 'src/domain', 'src/auth', 'src/platform', 'db'],
  },
  'src/ui': { may: [] },
  'src/sections': { may: ['src/contract', 'src/ui'] },
  'src/islands': { may: ['src/contract', 'src/ui', 'src/sections'], types: ['src/api'] },
  // The preview links the site's style sheet by its address.
  'src/admin': { may: ['src/contract', 'src/ui', 'src/sections', 'src/islands', 'src/styles'], types: ['src/api'] },
  'src/layouts': { may: ['src/contract', 'src/domain', 'src/sections', 'src/islands', 'src/ui', 'src/styles'] },
  'src/pages': {
    may: ['src/contract', 'src/domain', 'db', 'src/platform', 'src/sections', 'src/islands', 'src/admin', 'src/ui'],
  },
}
/** `layouts` and `pages` are one room: pages are made of layouts. */
const TOGETHER = [['src/layouts', 'src/pages', 'src/styles']]

/** Packages that belong to one room, because the room exists to keep them replaceable. */
const KEPT_IN: Record<string, string[]> = {
  lucia: ['src/auth'],
  arctic: ['src/auth'],
  jose: ['src/auth'],
  '@simplewebauthn/server': ['src/auth'],
  '@node-rs/argon2': ['src/auth'],
  '@neondatabase/serverless': ['db'],
  pg: ['db'],
  nodemailer: ['src/platform'],
  hono: ['src/api', 'src/forum-pages', 'netlify', 'src/islands', 'src/admin'],
}

type Import = { file: string; target: string; isType: boolean }

const root = join(import.meta.dirname, '..')

function sourceFiles(): string[] {
  return ['src', 'db', 'netlify'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx|astro)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  )
}

function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8')
  const found = [...source.matchAll(/^\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm)]
  const dynamic = [...source.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)]
  return [
    ...found.map((match) => ({ file, target: resolveTarget(file, match[2] ?? ''), isType: match[1] !== undefined })),
    ...dynamic.map((match) => ({ file, target: resolveTarget(file, match[1] ?? ''), isType: false })),
  ]
}

function resolveTarget(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier)).replaceAll('\\', '/')
  return specifier
}

function roomOf(path: string): string | undefined {
  return [...Object.keys(ROOMS), 'src/styles', 'tests'].find((room) => path.startsWith(`${room}/`))
}

function isTogether(a: string, b: string): boolean {
  return TOGETHER.some((rooms) => rooms.includes(a) && rooms.includes(b))
}

function isStray({ file, target, isType }: Import): boolean {
  const from = roomOf(file)
  const to = roomOf(target)
  if (!from || !to || from === to || isTogether(from, to)) return false
  const rule = ROOMS[from]
  return !(rule?.may.includes(to) || (isType && rule?.types?.includes(to)))
}

/** The declared functions of a formatted file, with the number of their lines. */
function lengthsOf(source: string): { name: string; lines: number }[] {
  const lines = source.split('\n')
  return lines.flatMap((line, at) => {
    const [, name] = /^(?:export )?(?:async )?function (\w+)/.exec(line) ?? []
    return name === undefined ? [] : [{ name, lines: lines.indexOf('}', at) - at + 1 }]
  })
}

/** Functions that read better whole, with why. The list only becomes shorter. */
const LONG_FUNCTIONS = [
  // The steps of one save call each other and share its three stores: apart, each would need the others handed to it.
  'src/islands/logistics/autosave.ts: createAutosave',
]

const files = sourceFiles()
const imports = files.flatMap(importsOf)

describe('the rooms', () => {
  test('every source file is in a room', () => {
    expect(files.filter((file) => !roomOf(file))).toEqual([])
    expect(files.length).toBeGreaterThan(20)
  })

  test('no import goes the wrong way', () => {
    expect(imports.filter(isStray).map(({ file, target }) => `${file} -> ${target}`)).toEqual([])
  })

  test('a wrong-way import would be noticed', () => {
    expect(isStray({ file: 'src/ui/Button.tsx', target: 'src/contract/event.ts', isType: false })).toBe(true)
    expect(isStray({ file: 'src/api/events.ts', target: 'db/client.ts', isType: false })).toBe(true)
    expect(isStray({ file: 'src/api/events.ts', target: 'db/client.ts', isType: true })).toBe(false)
  })

  test('the domain is imported from the file that declares a name: no file hands on what another one exports', () => {
    const domain = files.filter((file) => file.startsWith('src/domain/'))
    expect(domain.length).toBeGreaterThan(100)
    expect(domain.filter((file) => /^export\b[^'"`;(]*?\sfrom\s+['"]/m.test(code(file)))).toEqual([])
  })

  test('a package that one room keeps replaceable stays in it', () => {
    const stray = imports.filter(({ file, target, isType }) => {
      const owner = Object.keys(KEPT_IN).find((name) => target === name || target.startsWith(`${name}/`))
      return owner !== undefined && !isType && !KEPT_IN[owner]?.some((room) => file.startsWith(`${room}/`))
    })
    expect(stray.map(({ file, target }) => `${file} -> ${target}`)).toEqual([])
  })
})

/** The package of an import; undefined for a file, for a part of Node and for what the build makes up. */
function packageOf(target: string): string | undefined {
  return /^(?!(?:src|db|netlify)\/|[\w-]+:)(?:@[^/]+\/)?[^/]+/.exec(target)?.[0]
}

/** Comes with Astro, whose build must use the same one. */
const WITH_ASTRO = 'vite'

test('every package that a build on the host needs is a dependency, as is what the deployed code needs', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const atHome = /^netlify\/local\//
  const needed = [...imports, ...importsOf('astro.config.ts')].flatMap(({ file, target, isType }) => {
    const name = packageOf(target)
    return name === undefined || name === WITH_ASTRO || isType || atHome.test(file) ? [] : [name]
  })
  expect(needed).toEqual(expect.arrayContaining(['astro', 'esbuild', '@tailwindcss/vite', 'hono']))
  expect([...new Set(needed)].filter((name) => dependencies[name] === undefined)).toEqual([])
})

describe('what the domain does not know', () => {
  const FORBIDDEN = /\b(Date\.now\(|new Date\(\)|process\.env|new Response\(|new Request\(|Temporal\.Now\b)/

  test.each(['src/domain', 'src/contract', 'src/sections', 'src/api'])(
    '%s asks neither clock nor environment',
    (room) => {
      const guilty = files.filter((file) => file.startsWith(`${room}/`) && FORBIDDEN.test(code(file)))
      expect(guilty.filter((file) => room !== 'src/api' || !/new Response\(/.test(code(file)))).toEqual([])
    },
  )

  test('a plain day is never parsed by Date', () => {
    expect(files.filter((file) => /new Date\(\s*['"`]\d{4}-\d\d-\d\d['"`]\s*\)/.test(code(file)))).toEqual([])
  })

  // The calendar marks the day of the person who looks at it, and owners type a time on their own clock, whose zone is named.
  test('the zone of the browser decides about nothing of an event', () => {
    const readers = files.filter((file) => code(file).includes('resolvedOptions().timeZone'))
    expect(readers.toSorted()).toEqual([
      'src/admin/screens/emergency/site-cards.tsx',
      'src/admin/screens/event-calendar/EventCalendarScreen.tsx',
    ])
  })

  test('nothing on the server that opens a door is drawn from Math.random (AN8, TL1)', () => {
    const server = files.filter((file) => /^(src\/(auth|domain|api|platform)|netlify)\//.test(file))
    expect(server.length).toBeGreaterThan(100)
    expect(server.filter((file) => code(file).includes('Math.random'))).toEqual([])
  })

  test('one parser alone reads cookies on the server', () => {
    const reads =
      /hono\/cookie|readSessionCookie|(?:get|header)\(\s*['"`]cookie['"`]|headers\.cookie|headers\[['"`]cookie/i
    const server = files.filter((file) => /^(src\/(auth|domain|api|platform|forum-pages)|netlify)\//.test(file))
    expect(server.filter((file) => reads.test(code(file)))).toEqual(['src/auth/cookie.ts'])
  })

  // No page that is built, no search and no other list can show what it cannot open. (decision 0058)
  test('what people of an event answered is opened by its own folder alone, and sealed again when keys change (LG3)', () => {
    const opens = /\blogistics(?:Answers|Requests)\b/
    const readers = files.filter((file) => opens.test(code(file)) && !file.startsWith('src/domain/logistics/'))
    expect(readers.toSorted()).toEqual(['db/schema/logistics.ts', 'src/domain/signing-keys/reseal.ts'])
    const users = imports.filter(({ target }) => target.startsWith('src/domain/logistics/'))
    const rooms = new Set(users.map(({ file }) => file.split('/').slice(0, 2).join('/')))
    expect([...rooms].toSorted()).toEqual(['netlify/jobs.ts', 'src/api', 'src/domain'])
  })

  test('sections use no hooks and fetch nothing', () => {
    const sections = files.filter((file) => file.startsWith('src/sections/'))
    expect(sections.filter((file) => /\buse[A-Z]\w*\(|\bfetch\(/.test(code(file)))).toEqual([])
  })

  test('raw HTML enters a page with what was sanitized when it was written, what React wrote, and escaped data, and nowhere else', () => {
    const raw = files.filter((file) => /dangerouslySetInnerHTML|define:vars|set:html/.test(code(file)))
    const places = ['src/layouts/JsonLd.astro', 'src/sections/RenderedList.tsx', 'src/sections/forum/PostBody.tsx']
    expect(raw.sort()).toEqual(places)
  })

  test('nothing in src is a fake for tests', () => {
    const fakes = files.filter(
      (file) => file.startsWith('src/') && /^export\b[^'"`=({]*\bfake[A-Z]\w*/m.test(code(file)),
    )
    expect(fakes).toEqual([])
  })

  test('no source file has more than 250 lines', () => {
    const long = files.filter((file) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length > 250)
    expect(long).toEqual([])
  })

  test('no function has more than 60 lines', () => {
    const found = files
      .filter((file) => file.startsWith('src/'))
      .flatMap((file) => lengthsOf(readFileSync(join(root, file), 'utf8')).map((one) => ({ file, ...one })))
      .filter(({ lines }) => lines > 60)
      .map(({ file, name }) => `${file}: ${name}`)
    expect(found.filter((name) => !LONG_FUNCTIONS.includes(name))).toEqual([])
    expect(lengthsOf(`export function long() {\n${'  run()\n'.repeat(60)}}\n`)).toEqual([{ name: 'long', lines: 62 }])
  })

  test('there is no folder or file for leftovers', () => {
    const names = files.filter((file) => /(^|\/)(utils?|helpers?|common|misc|types)(\.tsx?|\/)/.test(file))
    expect(names).toEqual([])
  })
})

/** The file without its comments. */
function code(file: string): string {
  return readFileSync(join(root, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
}
