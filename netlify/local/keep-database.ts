import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedPostgres } from '#db/embedded.ts'

/** A database that comes back at the same address when it ends unasked. */
export type KeptDatabase = {
  url: string
  stop: () => Promise<void>
  /** `hear` is called each time it is back. */
  onBack: (hear: () => void) => void
}

type Keeping = {
  /** Starts it; with `url` at that very address, since everybody has it by then. */
  start: (url?: string) => Promise<EmbeddedPostgres>
  /** Tells the person at the terminal. */
  say: (sentence: string) => void
  /** What to wait before each start, in milliseconds; after as many deaths in a row it is left alone. */
  pauses?: readonly number[]
  /** Who lives this many milliseconds did not die in a row. */
  settledAfter?: number
}

const PAUSES = [250, 1_000, 2_000, 4_000, 8_000]
const SETTLED_AFTER = 60_000

/**
 * Starts a database and starts it again whenever it ends unasked, later each time. One that dies again and again is given
 * up with a sentence: something is wrong that another start does not mend. Throws when the first start does. (security DB8)
 */
export async function keepDatabase(keeping: Keeping): Promise<KeptDatabase> {
  const { start, say, settledAfter = SETTLED_AFTER } = keeping
  let running = await start()
  for (const remark of running.remarks) say(remark)
  const { url } = running
  const leaving = new AbortController()
  const hearers: (() => void)[] = []

  const watch = async (): Promise<void> => {
    for (let deaths = 0; ; ) {
      const born = performance.now()
      const complaint = await running.ended
      if (leaving.signal.aborted) return
      deaths = performance.now() - born < settledAfter ? deaths + 1 : 1
      const revived = await revive({ ...keeping, url, deaths, complaint, leaving: leaving.signal })
      if (!revived) return
      running = revived.database
      deaths = revived.deaths
      if (leaving.signal.aborted) return running.stop()
      for (const remark of [...running.remarks, 'The database is running again.']) say(remark)
      for (const hear of hearers) hear()
    }
  }
  const watching = watch()
  return {
    url,
    onBack: (hear) => hearers.push(hear),
    stop: async () => {
      leaving.abort()
      await running.stop()
      await watching
    },
  }
}

type Reviving = Keeping & { url: string; deaths: number; complaint: string | undefined; leaving: AbortSignal }

/** The database running again, and how often it died or refused on the way there; undefined when that was too often. */
async function revive(reviving: Reviving): Promise<{ database: EmbeddedPostgres; deaths: number } | undefined> {
  const { start, say, pauses = PAUSES, url, complaint, leaving } = reviving
  const reason = complaint === undefined ? '' : ` (${complaint})`
  for (let deaths = reviving.deaths; !leaving.aborted; deaths += 1) {
    const pause = pauses[deaths - 1]
    if (pause === undefined) {
      say(
        `The database has stopped ${deaths} times in a row${reason} and will not be restarted. ${MEANWHILE} Restart the server.`,
      )
      return undefined
    }
    say(`The database has stopped${reason} and is being restarted. ${MEANWHILE}`)
    await sleep(pause, undefined, { signal: leaving }).catch(() => {})
    if (leaving.aborted) return undefined
    try {
      return { database: await start(url), deaths }
    } catch (cause) {
      say(cause instanceof Error ? cause.message : String(cause))
    }
  }
  return undefined
}

const MEANWHILE = 'Until then, pages are served and the API answers 503.'
