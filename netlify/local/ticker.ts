import { Cron } from 'croner'
import type { Log } from '#src/platform/log.ts'
import { type HostedFunction, makeContext } from './functions.ts'

/** Runs scheduled functions by their own `config.schedule`, in UTC as Netlify does, never one over itself. */
type Ticker = { stop: () => Promise<void> }

/** How often what netlify.toml schedules runs here, where running costs nothing. */
const SCHEDULES: Readonly<Record<string, string>> = { tick: '* * * * *' }

/** `origin` is where the site is served: Netlify calls a schedule with a request to the function's own address. */
export function startTicker(
  functions: readonly HostedFunction[],
  { origin, log }: { origin: string; log: Log },
): Ticker {
  const inHand = new Set<Promise<void>>()
  const jobs = functions.flatMap((hosted) => {
    const schedule = hosted.config.schedule ?? SCHEDULES[hosted.name]
    if (schedule === undefined) return []
    const fire = (next: Date | null) => {
      const run = runOnce(hosted, origin, next, log).finally(() => inHand.delete(run))
      inHand.add(run)
      return run
    }
    return [new Cron(schedule, { timezone: 'UTC', protect: true }, (job: Cron) => fire(job.nextRun()))]
  })
  return {
    stop: async () => {
      for (const job of jobs) job.stop()
      await Promise.allSettled(inHand)
    },
  }
}

async function runOnce(hosted: HostedFunction, origin: string, next: Date | null, log: Log): Promise<void> {
  const request = new Request(`${origin}/.netlify/functions/${hosted.name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ next_run: next?.toISOString() ?? null }),
  })
  try {
    await hosted.handle(request, makeContext(request, '127.0.0.1'))
  } catch (cause) {
    log.error('scheduled function failed', { function: hosted.name }, cause)
  }
}
