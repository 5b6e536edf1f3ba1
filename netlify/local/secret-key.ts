import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeSecretKey, provideSecretKeys } from '#db/sealed.ts'
import type { Env } from '#src/platform/env.ts'

const FILE = 'secret-key'

/**
 * Provides the keys of `SECRET_KEY`, else the key in the data folder, and resolves with them. Where there is neither, one is
 * made there, readable for its owner alone; not for a database of somewhere else, whose secrets another key has sealed, unless
 * this is the server itself. (decision 0049)
 */
export function provideLocalKeys(
  { secretKeys, databaseUrl }: Pick<Env, 'secretKeys' | 'databaseUrl'>,
  dataDir: string,
  { isServer = false } = {},
): readonly string[] {
  const keys = secretKeys ?? readOrMake(dataDir, isServer || databaseUrl === undefined)
  provideSecretKeys(keys)
  return keys
}

function readOrMake(dataDir: string, mayMake: boolean): string[] {
  const path = join(dataDir, FILE)
  if (existsSync(path)) return [readFileSync(path, 'utf8').trim()]
  if (!mayMake) return []
  mkdirSync(dataDir, { recursive: true })
  const key = makeSecretKey()
  writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx' })
  return [key]
}
