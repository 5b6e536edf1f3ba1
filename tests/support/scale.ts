import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** How often or how many: `few` in `npm test`, `many` in `npm run test:scale`, which also runs every `*.scale.test.ts`. */
export function atScale<Few, Many>(few: Few, many: Many): Few | Many {
  return process.env.SCALE === '1' ? many : few
}

/** What a file that repeats something imports. */
const IMPORT = /from '[^']*\/support\/scale\.ts'/

/** The files of a pattern, from the project's folder, that do more in `npm run test:scale` than in `npm test`. */
export function repeatedFiles(pattern: string | string[]): string[] {
  return globSync(pattern, { cwd: root }).filter((file) => IMPORT.test(readFileSync(join(root, file), 'utf8')))
}
