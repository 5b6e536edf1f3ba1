import { openBenchDatabase } from './database.ts'
import { storeEvents } from './events.ts'
import { inTurns, type Load, type Side, startSide } from './load.ts'
import { againstReference, atLeast, type Row } from './table.ts'

const EVENTS = 200
const SLUG = 'kansas-city-2026'
const PACE = { rounds: 5, seconds: 2 }
const LEAST_REQUESTS = 0.6
const MOST_P99 = 2

/** Public reads against a bare Hono handler with the same queries on the same database, in turns. */
export async function benchApi(): Promise<Row[]> {
  const database = await openBenchDatabase()
  const sides: Side[] = []
  try {
    await storeEvents(database.db, EVENTS)
    const bare = await startSide('api-server.ts', 'bare', database.url)
    sides.push(bare)
    const ours = await startSide('api-server.ts', 'ours', database.url)
    sides.push(ours)
    const rows: Row[] = []
    for (const path of [`/api/events/${SLUG}`, '/api/events']) {
      for (const connections of [10, 50]) {
        const what = `${path}, ${connections} connections`
        rows.push(
          ...getRows(
            what,
            await inTurns({ bare, ours }, { path: { bare: path, ours: path } }, { connections, ...PACE }),
          ),
        )
      }
    }
    return rows
  } finally {
    for (const { child } of sides) child.kill('SIGKILL')
    await database.close()
  }
}

function getRows(what: string, { ours, bare }: { ours: Load; bare: Load }): Row[] {
  return [
    atLeast(`${what}: requests`, ours.perSecond, bare.perSecond, '/s', LEAST_REQUESTS),
    againstReference(`${what}: p99`, ours.p99, bare.p99, 'ms', MOST_P99),
  ]
}
