import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Options with which Node finds Drizzle's files quickly: 0.7 s of a processor in every process. (`db/quick-imports.ts`) */
export const QUICK_IMPORTS = ['--import', join(root, 'db/quick-imports.ts')]

/** Variables with which the programs that tests start, and those that these start, also find their code compiled, without its types. */
export const QUICK_START = {
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  // In quotes: a folder may have a space in its name.
  NODE_OPTIONS: QUICK_IMPORTS.map((part) => JSON.stringify(part)).join(' '),
}
