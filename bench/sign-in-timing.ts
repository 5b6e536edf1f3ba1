import '#db/quick-imports.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { users } from '#db/schema/accounts.ts'

/**
 * Whether how long a refused sign-in takes tells an unknown address from a known one: 200 interleaved pairs, and the
 * chance that one of the known takes longer than one of the unknown (Mann-Whitney). 0.5 tells nothing; it has to lie
 * between 0.40 and 0.60. `node bench/sign-in-timing.ts` (security AN2)
 */
const { openDb } = await import('#db/client.ts')
const { startEmbeddedPostgres } = await import('#db/embedded.ts')
const { migrate } = await import('#db/migrate.ts')
const { hashPassword } = await import('#src/auth/passwords.ts')
const { signIn } = await import('#src/auth/sign-in.ts')

const PAIRS = Number(process.argv[2] ?? 200)
const KNOWN = 'known@gauge.example'
const UNCONFIRMED = 'unconfirmed@gauge.example'
const RIGHT = 'gauge 41 leaks'

const dataDir = await mkdtemp(join(tmpdir(), 'sign-in-timing-'))
const { url, stop } = await startEmbeddedPostgres({ dataDir })
try {
  await migrate(url)
  const { db, close } = openDb(url, { max: 2 })
  const passwordHash = await hashPassword(RIGHT)
  const confirmed = { email: KNOWN, emailKey: KNOWN, passwordHash, emailConfirmedAt: new Date() }
  await db.insert(users).values([confirmed, { email: UNCONFIRMED, emailKey: UNCONFIRMED, passwordHash }])

  const time = async (email: string, password: string): Promise<number> => {
    await db.update(users).set({ failedSignIns: 0, lockedUntil: null }).where(eq(users.email, KNOWN))
    const site = { siteUrl: 'https://workshops.example', siteName: 'Workshops' }
    const caller = { address: '192.0.2.1', requestId: 'timing', userAgent: undefined, site, now: Date.now() }
    const startedAt = performance.now()
    await signIn(db, { email, password }, caller).then(
      () => Promise.reject(new Error('Somebody came in')),
      () => undefined,
    )
    return performance.now() - startedAt
  }
  const cases = { 'wrong password': [KNOWN, 'wrong one'], 'unconfirmed address': [UNCONFIRMED, RIGHT] } as const
  for (let warm = 0; warm < 10; warm += 1) await time(KNOWN, 'wrong one')
  for (const [name, [email, password]] of Object.entries(cases)) {
    const known: number[] = []
    const unknown: number[] = []
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const turns = [
        async () => known.push(await time(email, password)),
        async () => unknown.push(await time(`nobody${pair}@gauge.example`, password)),
      ]
      for (const turn of pair % 2 === 0 ? turns : turns.reverse()) await turn()
    }
    const auc = chanceOfLonger(known, unknown)
    const verdict = auc >= 0.4 && auc <= 0.6 ? 'tells nothing' : 'TELLS WHO IS KNOWN'
    const medians = `${median(known).toFixed(1)} ms against ${median(unknown).toFixed(1)} ms`
    console.log(`${name} against unknown address: AUC ${auc.toFixed(3)}, ${medians}: ${verdict}`)
    if (verdict !== 'tells nothing') process.exitCode = 1
  }
  await close()
} finally {
  await stop()
  await rm(dataDir, { recursive: true, force: true })
}

function chanceOfLonger(some: number[], others: number[]): number {
  const wins = some.flatMap((one) => others.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)))
  return wins.reduce((sum: number, win) => sum + win, 0) / wins.length
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
