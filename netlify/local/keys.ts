import { makeSecretKey } from '#db/sealed.ts'
import { makeSigningKey } from '#src/auth/signing-keys.ts'
import { resealSecrets } from '#src/domain/signing-keys/reseal.ts'
import { replaceSigningKeys, rotateSigningKeys } from '#src/domain/signing-keys/signing-key.ts'
import { type Env, parseEnv } from '#src/platform/env.ts'
import { onlyWord, openCommandDatabase } from './database-command.ts'
import { runCommand } from './run-command.ts'

const USE = `Use: npm run keys -- rotate    a new key, published now, which signs access tokens in 15 minutes
     npm run keys -- replace   a new key immediately, for when one has leaked; tokens issued before stop working
     npm run keys -- make      prints a new key for TOKEN_KEYS without storing it
     npm run keys -- secret    prints a new key for SECRET_KEY without storing it
     npm run keys -- seal      seals stored secrets with the first key of SECRET_KEY, so that later keys can be removed`

/** `npm run keys -- rotate`, `replace`, `make`, `secret` or `seal`. (decisions 0016 and 0049) */
async function main(): Promise<void> {
  const word = onlyWord(USE)
  if (word === 'make') return console.log(JSON.stringify([await makeSigningKey()]))
  if (word === 'secret') return console.log(makeSecretKey())
  if (word === 'seal') return console.log(await sealAll(parseEnv(process.env)))
  if (word !== 'rotate' && word !== 'replace') throw new Error(USE)
  const env = parseEnv(process.env)
  if (env.tokenKeys) throw new Error('The signing keys are set in TOKEN_KEYS. Change them there.')
  console.log(await change(env, word))
}

/** Seals all there is, and tells how much that was. */
async function sealAll(env: Env): Promise<string> {
  const { db, close } = await openCommandDatabase(env)
  try {
    let sealed = 0
    for (let more = await resealSecrets(db); more > 0; more = await resealSecrets(db)) sealed += more
    return `Sealed ${sealed} secrets. Every stored secret is now sealed with the first key of SECRET_KEY.`
  } finally {
    await close()
  }
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
