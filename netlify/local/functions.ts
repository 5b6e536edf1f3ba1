import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Config, Context } from '@netlify/functions'
import { PROJECT } from './project.ts'

/** What our functions use of Netlify's context. */
type LocalContext = Pick<Context, 'ip' | 'requestId' | 'params' | 'url' | 'waitUntil'>
type Handler = (request: Request, context: LocalContext) => Response | Promise<Response>

/** A function of `netlify/functions`, as its module declares it. */
export type HostedFunction = {
  name: string
  handle: Handler
  config: Config
  /** Runs the function if it serves this request; undefined if it does not. */
  match: (request: Request) => { params: Record<string, string> } | undefined
}

type Load = (file: string) => Promise<unknown>
const nativeLoad: Load = (file) => import(pathToFileURL(file).href)

/** Loads every function that deploys, in the order of their names. Functions that only listen to deploys have no handler. */
export async function loadFunctions(
  folder = join(PROJECT, 'netlify/functions'),
  load: Load = nativeLoad,
): Promise<HostedFunction[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')).sort()
  const modules = await Promise.all(
    files.map(async (file) => toFunction(basename(file, '.ts'), await load(join(folder, file)))),
  )
  return modules.filter((hosted) => hosted !== undefined)
}

function toFunction(name: string, module: unknown): HostedFunction | undefined {
  if (!isFunctionModule(module)) return undefined
  const { default: handle, config = {} } = module
  return { name, handle, config, match: toMatcher(config) }
}

function isFunctionModule(module: unknown): module is { default: Handler; config?: Config } {
  return typeof module === 'object' && module !== null && 'default' in module && typeof module.default === 'function'
}

function toMatcher(config: Config): HostedFunction['match'] {
  const patterns = toList(config.path).map((pathname) => new URLPattern({ pathname }))
  const excluded = toList(config.excludedPath).map((pathname) => new URLPattern({ pathname }))
  const methods: string[] = toList(config.method)
  return (request) => {
    if (methods.length > 0 && !methods.includes(request.method)) return undefined
    if (excluded.some((pattern) => pattern.test(request.url))) return undefined
    for (const pattern of patterns) {
      const found = pattern.exec(request.url)
      if (found) return { params: definedOnly(found.pathname.groups) }
    }
    return undefined
  }
}

function toList<T>(value: T | T[] | undefined): T[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

function definedOnly(groups: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** The context of one call. `ip` is the caller's address, as `findClientAddress` decides. (security RL6) */
export function makeContext(request: Request, ip: string, params: Record<string, string> = {}): LocalContext {
  return {
    ip,
    requestId: randomUUID(),
    params,
    url: new URL(request.url),
    waitUntil: (work) => void work.catch((cause: unknown) => console.error(cause)),
  }
}
