import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { CouldNotRun } from '#src/contract/checks.ts'
import type { Check, CheckContext } from '../check.ts'

/** In seconds. A header `Date` has no fractions, and an answer is on its way for a moment. */
const TOLERATED = 5
const TOO_FAR = 60

const databaseClock = z.object({ rows: z.tuple([z.object({ at: z.coerce.number() })]) })

/**
 * Compares the clock of this process with that of the database and with the `Date` of an answer. Dates on pages, links that
 * expire and codes of second factors depend on it.
 */
export const clocksAgree: Check = {
  key: 'clock.agrees',
  group: 'clock',
  title: 'Clocks agree',
  mend: 'README.md: On your own machine',
  every: 'round',
  retries: 1,
  blips: 1,
  run: async (context) => {
    const startedAt = performance.now()
    const nowAgain = () => context.now + performance.now() - startedAt
    const database = (await readDatabaseClock(context)) - nowAgain()
    const site = (await readSiteClock(context)) - nowAgain()
    const evidence = { databaseSeconds: toSeconds(database), siteSeconds: toSeconds(site) }
    const most = Math.max(Math.abs(evidence.databaseSeconds), Math.abs(evidence.siteSeconds))
    if (most <= TOLERATED) return { state: 'pass', said: 'The server, the database and the site agree.', evidence }
    const said = `The clocks of the server, the database and the site differ by ${most} seconds.`
    return { state: most > TOO_FAR ? 'fail' : 'warn', said, evidence }
  },
}

async function readDatabaseClock({ db }: CheckContext): Promise<number> {
  const answer: unknown = await db.execute(sql`select extract(epoch from clock_timestamp()) * 1000 as at`)
  return databaseClock.parse(answer).rows[0].at
}

/** An answer of a function: a cache would repeat an old date. */
async function readSiteClock({ probe }: CheckContext): Promise<number> {
  const { headers } = await probe.ask('/api/health')
  const date = Date.parse(headers.get('Date') ?? '')
  if (Number.isNaN(date)) throw new CouldNotRun('The answer of the site has no date.')
  // The header is rounded down to the second.
  return date + 500
}

function toSeconds(milliseconds: number): number {
  return Math.round(milliseconds / 1000)
}
