import { makeSigningKey } from '#src/auth/signing-keys.ts'
import { replaceSigningKeys, rotateSigningKeys } from '#src/domain/signing-keys/signing-key.ts'
import { type Env, parseEnv } from '#src/platform/env.ts'
import { openCommandDatabase } from './command-database.ts'
import { onlyWord } from './database-command.ts'
import { runCommand } from './run-command.ts'

const USE = `Use: npm run keys -- rotate    a new key, published now, which signs access tokens in 15 minutes
     npm run keys -- replace   a new key at once, for when one has leaked; tokens that are out are no good any more
     npm run keys -- make      prints a new key for TOKEN_KEYS, and keeps it nowhere`

/** `npm run keys -- rotate`, `replace` or `make`. (docs/decisions/0016) */
async function main(): Promise<void> {
  const word = onlyWord(USE)
  if (word === 'make') return console.log(JSON.stringify([await makeSigningKey()]))
  if (word !== 'rotate' && word !== 'replace') throw new Error(USE)
  const env = parseEnv(process.env)
  if (env.tokenKeys) throw new Error('TOKEN_KEYS holds the keys that sign: change them there.')
  console.log(await change(env, word))
}

/** Tells what has become of the keys. */
async function change(env: Env, word: 'rotate' | 'replace'): Promise<string> {
  const { db, clock, close } = await openCommandDatabase(env)
  try {
    const jwk = await makeSigningKey()
    const doing = { actor: { id: 'cli' }, now: clock() }
    if (word === 'replace') {
      await replaceSigningKeys(db, jwk, doing)
      return `The key ${jwk.kid} signs now, alone. Servers that run know it within 5 minutes.`
    }
    const at = new Date(await rotateSigningKeys(db, jwk, doing)).toISOString()
    return `The key ${jwk.kid} is published now and signs from ${at} at the latest. The one before verifies 45 minutes longer.`
  } finally {
    await close()
  }
}

await runCommand(main)
