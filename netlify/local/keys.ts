import { makeSigningKey } from '#src/auth/signing-keys.ts'
import { replaceSigningKeys, rotateSigningKeys } from '#src/domain/signing-keys/signing-key.ts'
import { type Env, parseEnv } from '#src/platform/env.ts'
import { onlyWord, openCommandDatabase } from './database-command.ts'
import { runCommand } from './run-command.ts'

const USE = `Use: npm run keys -- rotate    a new key, published now, which signs access tokens in 15 minutes
     npm run keys -- replace   a new key immediately, for when one has leaked; tokens issued before stop working
     npm run keys -- make      prints a new key for TOKEN_KEYS without storing it`

/** `npm run keys -- rotate`, `replace` or `make`. (decision 0016) */
async function main(): Promise<void> {
  const word = onlyWord(USE)
  if (word === 'make') return console.log(JSON.stringify([await makeSigningKey()]))
  if (word !== 'rotate' && word !== 'replace') throw new Error(USE)
  const env = parseEnv(process.env)
  if (env.tokenKeys) throw new Error('The signing keys are set in TOKEN_KEYS. Change them there.')
  console.log(await change(env, word))
}

/** Tells what has become of the keys. */
async function change(env: Env, word: 'rotate' | 'replace'): Promise<string> {
  const { db, clock, close } = await openCommandDatabase(env)
  try {
    const jwk = await makeSigningKey()
    const context = { actor: { id: 'cli' }, now: clock() }
    if (word === 'replace') {
      await replaceSigningKeys(db, jwk, context)
      return `The key ${jwk.kid} is now the only signing key. Running servers will use it within 5 minutes.`
    }
    const at = new Date(await rotateSigningKeys(db, jwk, context)).toISOString()
    return `The key ${jwk.kid} is published now and will sign from ${at} at the latest. The previous key verifies tokens for 45 more minutes.`
  } finally {
    await close()
  }
}

await runCommand(main)
