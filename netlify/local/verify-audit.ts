import { containsHash, verifyAuditChain } from '#src/domain/audit/verify-audit-chain.ts'
import { parseEnv } from '#src/platform/env.ts'
import { openCommandDatabase } from './database-command.ts'
import { runCommand } from './run-command.ts'

/** `npm run audit:verify`, or with a hash it printed once: whether what was there then is still there. (decision 0017) */
async function main(): Promise<void> {
  const [noted, ...more] = process.argv.slice(2)
  if (more.length > 0) throw new Error('Use: npm run audit:verify [-- HASH]')
  const { db, close } = await openCommandDatabase(parseEnv(process.env))
  try {
    const result = await verifyAuditChain(db)
    if (!result.ok) throw new Error(`The audit log is broken at row ${result.brokenAt}. ${result.reason}`)
    if (noted !== undefined && !(await containsHash(db, noted))) {
      throw new Error(
        `The audit log is intact, but no row has the hash ${noted}. Its end was cut off, or the whole log was rewritten.`,
      )
    }
    console.log(`The audit log is intact: ${result.rows} rows. Keep the last hash in another place:\n${result.head}`)
  } finally {
    await close()
  }
}

await runCommand(main)
