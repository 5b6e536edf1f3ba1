import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Header, parseAllHeaders } from '@netlify/headers-parser'
import { parseAllRedirects } from '@netlify/redirect-parser'
import { RedirectsHandler } from '@netlify/redirects'
import { StaticHandler } from '@netlify/static'
import { type BuildInfo, parseBuildInfo } from '#src/contract/build.ts'
import { type BuiltShell, parseBuiltShell, SHELL_FILE } from '#src/contract/forum-shell.ts'
import { PROJECT } from './project.ts'
import { type StaticFile, toStaticFile } from './static-file.ts'

const CONFIG = join(PROJECT, 'netlify.toml')

/** Where files are whose names carry their hash. */
export const HASHED = '/_astro/'
/** Files that steer the host and are never served. */
const STEERING = new Set(['_headers', '_redirects', '_fingerprint', SHELL_FILE])
/** Bytes kept in memory for one release before it starts over. */
const MOST_BYTES = 96 * 1024 * 1024

/** One built site as Netlify would serve it: its files, its headers, its redirects. It never changes. */
export type Release = {
  folder: string
  info: BuildInfo
  /** Hash of the code it was built from. */
  fingerprint: string
  /** The file Netlify would choose for a path, such as `/events/index.html` for `/events`. */
  file: (pathname: string) => Promise<StaticFile | undefined>
  /**
   * Frees the files that were kept in memory, which are read again when they are asked for. Returns those whose names carry their
   * hash, by their paths: the next release has most of them too.
   */
  forgetFiles: () => ReadonlyMap<string, StaticFile>
  headersFor: (pathname: string) => [string, string][]
  /** True if some redirect goes before files. */
  hasForced: boolean
  redirects: Pick<RedirectsHandler, 'match'>
  /** The page that the forum's pages are rendered into. */
  shell: BuiltShell | undefined
}

/**
 * Opens a built site. Throws when the folder holds none. Its files that are among the `known` ones of the release before are not
 * compressed again, which takes a second for the scripts of one screen of the admin area.
 */
export async function openRelease(folder: string, known?: ReadonlyMap<string, StaticFile>): Promise<Release> {
  const info = parseBuildInfo(JSON.parse(await readFile(join(folder, 'build.json'), 'utf8')))
  if (!info) throw new Error('The build did not write a usable build.json.')
  const redirects = new RedirectsHandler({
    configPath: CONFIG,
    configRedirects: [],
    jwtRoleClaim: '',
    jwtSecret: '',
    projectDir: folder,
    publicDir: folder,
  })
  return {
    folder,
    info,
    fingerprint: await readFile(join(folder, '_fingerprint'), 'utf8').catch(() => ''),
    ...cachedFiles(folder, known),
    headersFor: getHeaders(await readHeaders(folder)),
    hasForced: await hasForcedRedirect(folder),
    redirects,
    shell: await readShell(folder),
  }
}

async function readShell(folder: string): Promise<BuiltShell | undefined> {
  const written = await readFile(join(folder, SHELL_FILE), 'utf8').catch(() => 'null')
  return parseBuiltShell(JSON.parse(written)) ?? undefined
}

function cachedFiles(folder: string, known?: ReadonlyMap<string, StaticFile>): Pick<Release, 'file' | 'forgetFiles'> {
  const files = new StaticHandler({ directory: folder })
  const kept = new Map<string, StaticFile>()
  let bytes = 0
  const forgetFiles = () => {
    const hashed = new Map([...kept].filter(([path]) => path.startsWith(HASHED)))
    kept.clear()
    bytes = 0
    return hashed
  }
  const file: Release['file'] = async (pathname) => {
    const path = pathname.replace(/\/{2,}/g, '/')
    if (STEERING.has(path.replaceAll('/', ''))) return undefined
    const inMemory = kept.get(path)
    if (inMemory) return inMemory
    const match = await files.match(new Request(new URL(path, 'http://localhost')))
    if (!match) return undefined
    const read = known?.get(path) ?? (await toStaticFile(await match.handle()))
    if (bytes + read.bytes.length > MOST_BYTES) forgetFiles()
    bytes += read.bytes.length
    kept.set(path, read)
    return read
  }
  return { file, forgetFiles }
}

/** Rules of `netlify.toml` and of the build's own `_headers`. Throws on one that Netlify would not understand. */
export async function readHeaders(folder?: string): Promise<Header[]> {
  const { headers, errors } = await parseAllHeaders({
    headersFiles: folder === undefined ? [] : [join(folder, '_headers')],
    netlifyConfigPath: CONFIG,
    configHeaders: [],
    minimal: false,
  })
  if (errors[0]) throw errors[0]
  return headers.filter((rule): rule is Header => 'forRegExp' in rule)
}

/** Every rule that fits applies; of two for one name the later wins. */
export function getHeaders(rules: Header[]): (pathname: string) => [string, string][] {
  return (pathname) =>
    rules.filter((rule) => rule.forRegExp.test(pathname)).flatMap((rule) => Object.entries(rule.values))
}

async function hasForcedRedirect(folder: string): Promise<boolean> {
  const { redirects } = await parseAllRedirects({
    redirectsFiles: [join(folder, '_redirects')],
    netlifyConfigPath: CONFIG,
    configRedirects: [],
    minimal: true,
  })
  return redirects.some((rule) => typeof rule === 'object' && rule !== null && 'force' in rule && rule.force === true)
}
