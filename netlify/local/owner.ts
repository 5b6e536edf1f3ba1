import { INVALID_EMAIL, normalizeEmail } from '#src/contract/email.ts'
import { makeOwner } from '#src/domain/accounts/make-owner.ts'
import { parseEnv } from '#src/platform/env.ts'
import { onlyWord, openCommandDatabase } from './database-command.ts'
import { runCommand } from './run-command.ts'

/** `npm run owner -- EMAIL`: makes or recovers an owner, and prints the link that sets the password. */
async function main(): Promise<void> {
  const email = normalizeEmail(onlyWord('Use: npm run owner -- EMAIL'))
  if (email === undefined) throw new Error(INVALID_EMAIL)
  const env = parseEnv(process.env)
  const { db, server, clock, close } = await openCommandDatabase(env)
  try {
    const { isNew, path } = await makeOwner(db, email, { actor: { id: 'cli' }, now: clock() })
    console.log(
      isNew ? `${email} is now an owner.` : `${email} is an owner. All sessions and verification methods were removed.`,
    )
    console.log(
      `Set the password here within 60 minutes. The link works once:\n${server?.address ?? env.siteUrl}${path}`,
    )
  } finally {
    await close()
  }
}

await runCommand(main)
