import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { appliedMigrations } from '#db/migrate.ts'
import journal from '#db/migrations/meta/_journal.json' with { type: 'json' }
import { checkRuns } from '#db/schema/operations.ts'
import { signingKeys } from '#db/schema/security.ts'
import { getSealedPrefix } from '#db/sealed.ts'
import { CouldNotRun } from '#src/contract/checks.ts'
import type { Instant } from '#src/contract/instant.ts'
import { plural } from '#src/contract/plural.ts'
import { containsHash, verifyAuditChain } from '../../audit/verify-audit-chain.ts'
import { countOther } from '../../signing-keys/reseal.ts'
import type { Check, CheckContext, Finding } from '../check.ts'

const DAY = 86_400_000
/** Nothing is broken by an old key; the longer it is used, the more it is worth to a thief. */
const OLDEST_KEY = 365 * DAY

const shared = { group: 'state', every: 'round', retries: 0, blips: 0 } as const
export const AUDIT = 'state.audit'
const SECRET_KEY = 'state.secret-key'

/** What the database must say of itself: the audit log, the schema, the keys. */
export const RECORD_CHECKS: readonly Check[] = [
  { ...shared, key: AUDIT, title: 'Audit log', mend: '/admin/audit-logs', run: verifyAudit },
  { ...shared, key: 'state.migrations', title: 'Migrations', mend: 'README.md: Commands', run: compareMigrations },
  { ...shared, key: 'state.signing-keys', title: 'Signing keys', mend: 'README.md: Commands', run: readAgeOfKeys },
  {
    ...shared,
    key: SECRET_KEY,
    title: 'The key of stored secrets',
    mend: 'README.md: Environment',
    run: readSecretKey,
  },
]

/** Recomputes the whole chain, and looks for the head that this check saw last: an end that was cut off shows in nothing else. */
async function verifyAudit({ db }: CheckContext): Promise<Finding> {
  const verdict = await verifyAuditChain(db)
  if (!verdict.ok)
    return { state: 'fail', said: `The audit log is broken at entry ${verdict.brokenAt}. ${verdict.reason}` }
  const { rows, head } = verdict
  const seen = (await readLastEvidence(db, AUDIT))?.head
  const evidence = { rows, head }
  if (typeof seen === 'string' && !(await containsHash(db, seen)))
    return {
      state: 'fail',
      said: 'The end of the audit log was cut off: the last entry that was seen is gone.',
      evidence,
    }
  return {
    state: 'pass',
    said: `The audit log is unbroken: ${plural(rows, 'row')} up to its head.`,
    evidence,
  }
}

/** Compares with the migrations that this code was built with. */
async function compareMigrations({ db }: CheckContext): Promise<Finding> {
  const applied = await appliedMigrations(db)
  const missing = journal.entries.filter(({ when }) => !applied.has(when)).map(({ tag }) => tag)
  const unknown = applied.size - (journal.entries.length - missing.length)
  const evidence = { applied: applied.size, missing, unknown }
  if (missing.length > 0)
    return {
      state: 'fail',
      said: `Not applied: ${plural(missing.length, 'migration')} of this code, ${missing[0]} first.`,
      evidence,
    }
  if (unknown > 0)
    return {
      state: 'warn',
      said: `The database has ${plural(unknown, 'migration')} that this code does not know: it is newer.`,
      evidence,
    }
  return { state: 'pass', said: `All ${applied.size} migrations are applied.`, evidence }
}

async function readAgeOfKeys({ db, now }: CheckContext): Promise<Finding> {
  const [newest] = await db
    .select({ createdAt: signingKeys.createdAt })
    .from(signingKeys)
    .where(isNull(signingKeys.retiresAt))
    .orderBy(desc(signingKeys.createdAt))
    .limit(1)
  if (!newest) return { state: 'pass', said: 'No signing key is stored: TOKEN_KEYS has them, or none was needed yet.' }
  return judgeAge('The signing key', newest.createdAt.getTime(), now, '`npm run keys -- rotate` makes a new one.')
}

/**
 * Everything that is sealed must be sealed with the first key. How long that has been the first one is known from earlier
 * runs of this check.
 */
async function readSecretKey({ db, now }: CheckContext): Promise<Finding> {
  const others = await countOther(db)
  const last = await readLastEvidence(db, SECRET_KEY)
  const [, key = ''] = getSealedPrefix().split('.')
  const since = last?.key === key && typeof last.since === 'number' ? last.since : now
  const evidence = { key, since, sealedWithOthers: others }
  if (others > 0)
    return {
      state: 'warn',
      said: `Not sealed with the first key of SECRET_KEY: ${plural(others, 'stored secret')}.`,
      evidence,
    }
  const { state, said } = judgeAge('The key', since, now, '`npm run keys -- secret` makes a new one.')
  return { state, said, evidence }
}

function judgeAge(what: string, since: Instant, now: Instant, mend: string): Finding {
  const days = Math.max(0, Math.floor((now - since) / DAY))
  const said = `${what} has been in use for ${plural(days, 'day')}.`
  if (now - since <= OLDEST_KEY) return { state: 'pass', said, evidence: { days } }
  return { state: 'warn', said: `${said} ${mend}`, evidence: { days } }
}

/** The evidence of the last run that came to a result; undefined before the first one. */
async function readLastEvidence(db: Db, key: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await db
    .select({ evidence: checkRuns.evidence })
    .from(checkRuns)
    .where(and(eq(checkRuns.key, key), isNotNull(checkRuns.evidence)))
    .orderBy(desc(checkRuns.at))
    .limit(1)
  const evidence = row?.evidence
  if (evidence === undefined || evidence === null) return undefined
  if (typeof evidence !== 'object') throw new CouldNotRun('The last result of this check cannot be read.')
  return { ...evidence }
}
