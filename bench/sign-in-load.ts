import { profiles, users } from '#db/schema/accounts.ts'
import { provideRuntime } from '#netlify/runtime.ts'
import { serve } from '#netlify/serve.ts'
import { authApi } from '#src/api/auth/auth-api.ts'
import { publicApi } from '#src/api/public-api.ts'
import { hashPassword, verifyPassword } from '#src/auth/passwords.ts'
import { HOST_TIMING } from '#src/domain/site/rebuild-plan.ts'
import { systemClock } from '#src/platform/clock.ts'
import { parseEnv } from '#src/platform/env.ts'
import { jsonLog } from '#src/platform/log.ts'
import { missingHook } from '#src/platform/rebuild.ts'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { storeEvents } from './events.ts'
import { againstBudget, againstReference, beside, median, type Row } from './table.ts'

const SITE_URL = 'https://workshops.example'
const PASSWORD = 'gauge 41 leaks'
const EVENTS = 20
const AT_ONCE = 20
const SIGN_INS = 60
const READS = 200
/** Hashing is most of a sign-in. */
const MOST_TIMES_A_HASH = 1.3

/** What signing in costs beside its hash, and what reads cost while twenty people sign in at once, all in one process. */
export async function benchSignIn(): Promise<Row[]> {
  const database = await openBenchDatabase()
  try {
    await storeEvents(database.db, EVENTS)
    await storeAccounts(database)
    provide(database)
    return [await costRow(), ...(await loadRows())]
  } finally {
    await database.close()
  }
}

const getEmail = (account: number) => `member${account}@gauge.example`

async function storeAccounts({ db }: BenchDatabase): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD)
  const emails = Array.from({ length: AT_ONCE }, (_, account) => getEmail(account))
  const stored = await db
    .insert(users)
    .values(emails.map((email) => ({ email, emailKey: email, passwordHash, emailConfirmedAt: new Date() })))
    .returning({ id: users.id })
  await db
    .insert(profiles)
    .values(stored.map(({ id }, at) => ({ id, username: `member_${at}`, usernameKey: `member_${at}` })))
}

function provide({ db, url }: BenchDatabase): void {
  provideRuntime({
    env: parseEnv({ DATABASE_URL: url, SITE_URL }),
    db,
    clock: systemClock,
    log: jsonLog(() => {}, systemClock),
    hook: missingHook,
    siteUrl: SITE_URL,
    readLive: async () => null,
    pace: HOST_TIMING,
    wakeOutbox: async () => {},
  })
}

const auth = serve(authApi)
const open = serve(publicApi)
let calls = 0

/** Each call comes from an address of its own: one alone may sign in six times a minute. */
function caller() {
  calls += 1
  return { ip: `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`, requestId: 'bench-0001' }
}

async function signIn(account: number): Promise<Response> {
  const body = JSON.stringify({ email: getEmail(account), password: PASSWORD })
  const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }
  return auth(new Request(`${SITE_URL}/api/auth/sign-in`, { method: 'POST', headers, body }), caller())
}

async function costRow(): Promise<Row> {
  const hash = await hashPassword(PASSWORD)
  const times = { whole: [] as number[], hash: [] as number[] }
  for (let turn = 0; turn < SIGN_INS; turn += 1) {
    times.whole.push(await toTime(() => requireDone(signIn(turn % AT_ONCE))))
    times.hash.push(await toTime(() => verifyPassword(hash, PASSWORD)))
  }
  const whole = median(times.whole.slice(5))
  return againstReference(
    'one sign-in, beside the check of its hash',
    whole,
    median(times.hash),
    'ms',
    MOST_TIMES_A_HASH,
  )
}

async function loadRows(): Promise<Row[]> {
  const first = await requireDone(signIn(0))
  const cookie = first.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const reads = {
    'GET /api/events': () => open(new Request(`${SITE_URL}/api/events`), caller()),
    'GET /api/auth/session': () =>
      auth(new Request(`${SITE_URL}/api/auth/session`, { headers: { Cookie: cookie } }), caller()),
  }
  const rows: Row[] = []
  let refused = 0
  for (const [name, read] of Object.entries(reads)) {
    const alone = await readTimes(read)
    let isOver = false
    const crowd = Array.from({ length: AT_ONCE }, async (_, account) => {
      while (!isOver) if ((await signIn(account)).status !== 200) refused += 1
    })
    const among = await readTimes(read)
    isOver = true
    await Promise.all(crowd)
    rows.push(beside(`${name}: p95 while ${AT_ONCE} sign in, beside p95 alone`, p95(among), p95(alone), 'ms'))
  }
  return [...rows, againstBudget(`sign-ins refused with ${AT_ONCE} at once`, refused, 0, '')]
}

async function readTimes(read: () => Promise<Response>): Promise<number[]> {
  for (let warm = 0; warm < 20; warm += 1) await requireDone(read())
  const times: number[] = []
  for (let turn = 0; turn < READS; turn += 1) times.push(await toTime(() => requireDone(read())))
  return times
}

async function requireDone(answering: Promise<Response>): Promise<Response> {
  const answer = await answering
  if (answer.status !== 200) throw new Error(`A call was answered with ${answer.status}: ${await answer.text()}`)
  return answer
}

async function toTime(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function p95(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
}
