import { Resolver } from 'node:dns/promises'
import { CouldNotRun } from '#src/contract/checks.ts'

/** Asks as `resolve` of Node.js does and throws its errors, for packages that ask by themselves. */
export type Resolve = (name: string, type: string) => Promise<string[]>

/** The records of a name. A name without such records has none. Throws `CouldNotRun` where no server answers. */
export type Dns = {
  /** Each record put together from its parts. */
  readTexts: (name: string) => Promise<string[]>
  /** The servers that take mail, in the order in which they are tried. `.` means that none does. */
  readMailHosts: (name: string) => Promise<string[]>
  hasAddress: (name: string) => Promise<boolean>
  resolve: Resolve
}

/** Milliseconds until a server is asked again, and how often it is asked. */
const PATIENCE = { timeout: 2_000, tries: 2 }

/** Asks the DNS servers of this machine, or these. */
export function openDns(servers?: readonly string[]): Dns {
  const resolver = new Resolver(PATIENCE)
  if (servers) resolver.setServers(servers)
  const hosts = async (name: string) => {
    const found = await resolver.resolveMx(name)
    return found.toSorted((a, b) => a.priority - b.priority).map(({ exchange }) => exchange || '.')
  }
  return {
    readTexts: async (name) => {
      const found = await orNone(name, resolver.resolveTxt(name))
      return found.map((parts) => parts.join(''))
    },
    readMailHosts: (name) => orNone(name, hosts(name)),
    hasAddress: async (name) => {
      const found = await Promise.all([orNone(name, resolver.resolve4(name)), orNone(name, resolver.resolve6(name))])
      return found.flat().length > 0
    },
    // mailauth asks for five types, whose answers differ in shape; its own types name only one of them.
    resolve: async (name, type) => Object.values(await resolver.resolve(name, type)),
  }
}

const NO_RECORDS = new Set(['ENOTFOUND', 'ENODATA'])

async function orNone<T>(name: string, answer: Promise<T[]>): Promise<T[]> {
  try {
    return await answer
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && NO_RECORDS.has(String(cause.code))) return []
    throw new CouldNotRun(`The DNS did not answer when it was asked about ${name}.`)
  }
}
