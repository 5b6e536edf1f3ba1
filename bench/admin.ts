import { sql } from 'drizzle-orm'
import { openSession } from '#src/auth/sessions.ts'
import { verifyAuditChain } from '#src/domain/audit/verify-audit-chain.ts'
import { storeManyRows } from '#tests/support/many-rows.ts'
import { fill, type Sample, sampleOf } from '#tests/support/many-samples.ts'
import { QUESTIONS, type Question } from './admin-questions.ts'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { inTurns, type Side, startSide } from './load.ts'
import { beside, format, inWords, median, type Row } from './table.ts'

const PACE = { connections: 10, rounds: 3, seconds: 1 }
const EXPORTS = 3
const AUDITED = 100_000

/** Lists of the admin area with many years of everything, its export and its check, each beside the same in plain SQL. */
export async function benchAdmin(): Promise<Row[]> {
  const database = await openBenchDatabase()
  const sides: Side[] = []
  const start = async (kind: Side['kind']) => {
    const side = await startSide('admin-server.ts', kind, database.url)
    sides.push(side)
    return side
  }
  try {
    await storeManyRows(database.url, Date.now())
    const headers = { Cookie: await ownerCookie(database) }
    const pair = { bare: await start('bare'), ours: await start('ours') }
    const exported = await exportRows(pair, headers)
    const listed = await listRows(pair, headers, await sampleOf(database.db))
    return [...listed, ...exported, await chainRow(database)]
  } finally {
    for (const { child } of sides) child.kill('SIGKILL')
    await database.close()
  }
}

type Pair = { bare: Side; ours: Side }
type Headers = Record<string, string>

/** The first of all users is an owner; the second factor they have was shown. */
async function ownerCookie({ db }: BenchDatabase): Promise<string> {
  const [owner] = await db.query.userRoles.findMany({ where: (role, { eq }) => eq(role.role, 'owner') })
  if (!owner) throw new Error('There is no owner')
  return `session=${await openSession(db, { userId: owner.userId, device: 'Bench', aal: 2 }, Date.now())}`
}

async function listRows(pair: Pair, headers: Headers, sample: Sample): Promise<Row[]> {
  const rows: Row[] = []
  for (const [at, question] of QUESTIONS.entries()) {
    const path = { bare: barePath(question, at, sample), ours: `/api/admin/${fill(question.path, sample)}` }
    const { bare, ours } = await inTurns(pair, { path, headers }, PACE)
    rows.push(beside(`${question.what}: requests`, ours.perSecond, bare.perSecond, '/s'))
    rows.push(beside(`${question.what}: p99`, ours.p99, bare.p99, 'ms'))
  }
  return rows
}

function barePath({ deep }: Question, at: number, sample: Sample): string {
  const place = deep === undefined ? '[]' : Buffer.from(sample[`deep ${deep}`] ?? '', 'base64url').toString()
  return `/api/admin/list?question=${at}&place=${encodeURIComponent(place)}`
}

/** All rows as a file: how long it takes, and how much more memory its process uses at most during it. */
async function exportRows(pair: Pair, headers: Headers): Promise<Row[]> {
  const times = { bare: [] as number[], ours: [] as number[] }
  const before = { bare: await pair.bare.mostMemory(), ours: await pair.ours.mostMemory() }
  let bytes = 0
  for (let turn = 0; turn < EXPORTS; turn += 1) {
    for (const side of ['bare', 'ours'] as const) {
      const started = performance.now()
      bytes = await download(`${pair[side].url}/api/admin/audit-log/export.csv`, headers)
      times[side].push((performance.now() - started) / 1000)
    }
  }
  const most = { bare: await pair.bare.mostMemory(), ours: await pair.ours.mostMemory() }
  const what = `${AUDITED.toLocaleString('en-US')} audit entries as CSV (${format(bytes / 1e6)} MB)`
  return [
    beside(`${what}: time`, median(times.ours), median(times.bare), 's'),
    beside(`${what}: most memory of the process`, most.ours, most.bare, 'MB'),
    inWords(
      `${what}: of it more than before`,
      `${format(most.ours - before.ours)} MB`,
      `${format(most.bare - before.bare)} MB`,
    ),
  ]
}

/** Reads a body without keeping it. Resolves with its length. */
async function download(url: string, headers: Headers): Promise<number> {
  const answer = await fetch(url, { headers })
  if (!answer.ok || !answer.body) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  let bytes = 0
  for await (const piece of answer.body) bytes += piece.length
  return bytes
}

/** The chain recomputed here, beside the same by one statement in the database. */
async function chainRow({ db }: BenchDatabase): Promise<Row> {
  const times = { bare: [] as number[], ours: [] as number[] }
  for (let turn = 0; turn < EXPORTS; turn += 1) {
    times.ours.push(
      await toTime(async () => {
        const verdict = await verifyAuditChain(db)
        if (!verdict.ok) throw new Error(`The chain breaks at ${verdict.brokenAt}: ${verdict.reason}`)
      }),
    )
    times.bare.push(
      await toTime(() =>
        db.transaction(async (tx) => {
          await tx.execute(sql`set local statement_timeout = 0`)
          await tx.execute(sql`select count(*) from (select hash = audit_hash(previous_hash, audit_log) and
        previous_hash is not distinct from lag(hash) over (order by id) as fits from audit_log) links where fits`)
        }),
      ),
    )
  }
  return beside(
    `chain of ${AUDITED.toLocaleString('en-US')} audit entries checked`,
    median(times.ours),
    median(times.bare),
    's',
  )
}

async function toTime(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
