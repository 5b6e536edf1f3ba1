import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import type { BuiltShell } from '#src/contract/forum-shell.ts'
import { ALL_ROUTES } from './all-routes.ts'

/** The folder of the packed functions that are deployed; `functions` in netlify.toml. */
export const BUNDLED_FUNCTIONS = '.netlify/bundled'

/** zod's sentences in fifty languages: ours are our own, so English is enough. They are two fifths of a bundle. */
const oneLanguage: Plugin = {
  name: 'one-language',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    }))
  },
}

/**
 * Parts that we never use. Of mailauth: pictures of brands, and mails in the character sets of the last century. Of the Markdown
 * reader: writing Markdown again, and footnotes, which no text may have. Of the writer of HTML: SVG, and leaving out tags that
 * HTML can do without. Of zod: schemas made from JSON Schema, and schemas compiled in advance. Of pg: its binding
 * to the C library, and passwords in a file of the home folder.
 */
const UNUSED = [
  {
    filter: /[\\/]zod[\\/]v4[\\/]classic[\\/]from-json-schema\.js$/,
    contents: 'export const fromJSONSchema = undefined',
  },
  {
    filter: /[\\/]zod[\\/]v4[\\/]core[\\/]compile\.js$/,
    contents: ['INVALID', 'ZodCompileAsyncError', 'ZodCompileUnsupportedError', 'compile', 'withParser']
      .map((name) => `export const ${name} = undefined`)
      .join('\n'),
  },
  { filter: /[\\/]pgpass[\\/]lib[\\/]index\.js$/, contents: 'module.exports = (_connection, done) => done()' },
  { filter: /[\\/]pg[\\/]lib[\\/]native[\\/]index\.js$/, contents: 'module.exports = null' },
  { filter: /[\\/]mdast-util-to-markdown[\\/]index\.js$/, contents: 'export const defaultHandlers = {}' },
  {
    filter: /[\\/]micromark-extension-gfm-footnote[\\/]lib[\\/]syntax\.js$/,
    contents: 'export const gfmFootnote = () => ({})',
  },
  {
    filter: /[\\/]mdast-util-gfm-footnote[\\/]index\.js$/,
    contents: 'export const gfmFootnoteFromMarkdown = () => ({}), gfmFootnoteToMarkdown = () => ({})',
  },
  { filter: /[\\/]property-information[\\/]lib[\\/]svg\.js$/, contents: "export { html as svg } from './html.js'" },
  {
    filter: /[\\/]hast-util-to-html[\\/]lib[\\/]omission[\\/](?:closing|opening)\.js$/,
    contents: 'export const closing = () => false, opening = () => false',
  },
  { filter: /[\\/]mailauth[\\/]lib[\\/]bimi[\\/](?:index|validate-svg)\.js$/, contents: 'module.exports = {}' },
  {
    filter: /[\\/]libmime[\\/]lib[\\/]charset\.js$/,
    contents: `const encode = (text) => Buffer.from(text)
const decode = (bytes) => Buffer.from(bytes).toString()
module.exports = { encode, decode, convert: encode, normalizeCharset: (name) => name }`,
  },
]
/** The function that runs the checks of the live site. */
const RUNS_CHECKS = 'run-checks.ts'
/** What judges policies while checks run. Other functions tell what is known of the checks, and run none. */
const JUDGES = {
  filter: /[\\/]csp_evaluator[\\/]dist[\\/](?:evaluator|parser)\.js$/,
  contents: 'module.exports = { CspEvaluator: null, CspParser: null }',
}
const without = (unused: typeof UNUSED): Plugin => ({
  name: 'without-unused',
  setup: ({ onLoad }) => {
    for (const { filter, contents } of unused) onLoad({ filter }, () => ({ contents }))
  },
})

export type BundledFunction = { name: string; bytes: number; packages: string[] }

/** What is packed, where to, and the page of this build that the forum's pages are rendered into. */
type Packing = { from?: string; to?: string; shell?: BuiltShell | undefined }

/** Some packages inside still `require` Node's own modules. */
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

/**
 * Packs each function of `from` with all it needs into one file in `to`, and tells what came of it. Netlify's own packing of a function copies whole
 * packages: 500 files and three times the bytes to load at every cold start. (decision 0006)
 */
export async function bundleFunctions({
  from = 'netlify/functions',
  to = BUNDLED_FUNCTIONS,
  shell,
}: Packing = {}): Promise<BundledFunction[]> {
  const entries = (await readdir(from)).filter((name) => name.endsWith('.ts'))
  const others = entries.filter((name) => name !== RUNS_CHECKS)
  await rm(to, { recursive: true, force: true })
  const inTo = (names: string[], unused: typeof UNUSED) =>
    pack(
      names.map((name) => join(from, name)),
      { to, shell, unused },
    )
  const packed = await Promise.all([
    inTo(others, [...UNUSED, JUDGES]),
    others.length < entries.length ? inTo([RUNS_CHECKS], UNUSED) : [],
  ])
  return packed.flat().toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

type Parts = { to: string; shell: BuiltShell | undefined; unused: typeof UNUSED }

async function pack(entryPoints: string[], { to, shell, unused }: Parts): Promise<BundledFunction[]> {
  const { metafile } = await build({
    entryPoints,
    outdir: to,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    minify: true,
    legalComments: 'none',
    external: ['pg-native'],
    banner: { js: REQUIRE },
    // Components are made without what helps to develop them; the shell and the list of
    // all routes become parts of the functions that name them.
    define: {
      'process.env.NODE_ENV': '"production"',
      FORUM_SHELL: JSON.stringify(shell ?? null),
      ALL_ROUTES: JSON.stringify(ALL_ROUTES),
    },
    jsx: 'automatic',
    plugins: [oneLanguage, without(unused)],
    logLevel: 'warning',
    metafile: true,
  })
  return Object.entries(metafile.outputs).map(([file, { bytes, inputs }]) => ({
    name: basename(file, '.mjs'),
    bytes,
    packages: getPackages(Object.keys(inputs)),
  }))
}

function getPackages(files: string[]): string[] {
  const names = files.flatMap((file) => file.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? [])
  return [...new Set(names)].sort()
}
