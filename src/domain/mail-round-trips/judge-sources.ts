import type { Db } from '#db/client.ts'
import {
  judgeFacts,
  type MailFacts,
  ROUND_TRIP_CHECKS,
  type RoundTripResults,
  type RoundTripVerdict,
} from '#src/contract/mail-round-trip.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { MailJudge } from '#src/platform/mail-judge.ts'
import { findSource, storeResults } from './mail-round-trips.ts'

type Parts = {
  judge: Pick<MailJudge, 'judgeMail'>
  clock: Clock
  /** Milliseconds that are left for all. */
  timeLeft: () => number
  /** Hears why a source could not be judged. */
  onFault: (fault: unknown) => void
}

/** Milliseconds. With less time left no source is begun. */
const LONGEST = 20_000
/** A source that ended its worker is not tried for longer than this. */
const PATIENCE = 10 * 60_000
const NOT_JUDGED = 'The source could not be judged. Was the whole source of the mail copied?'

/** Judges the sources that wait, one after the other, and forgets each of them. Throws what the database throws. */
export async function judgeSources(db: Db, { judge, clock, timeLeft, onFault }: Parts): Promise<number> {
  let judged = 0
  while (timeLeft() > LONGEST) {
    const waiting = await findSource(db)
    if (!waiting) break
    const isHopeless = waiting.receivedAt < clock() - PATIENCE
    const results = isHopeless ? NOTHING : await judgeOne(waiting.source, judge, onFault)
    await storeResults(db, waiting.id, results)
    judged += 1
  }
  return judged
}

async function judgeOne(source: string, judge: Parts['judge'], onFault: Parts['onFault']): Promise<RoundTripResults> {
  try {
    return toResults(await judge.judgeMail(source))
  } catch (fault) {
    onFault(fault)
    return NOTHING
  }
}

/** All verdicts of a source that could not be judged. */
const NOTHING: RoundTripResults = {
  verdicts: (Object.keys(ROUND_TRIP_CHECKS) as RoundTripVerdict['check'][]).map((check) => ({
    check,
    state: 'unknown',
    said: NOT_JUDGED,
  })),
  ip: null,
  bounceDomain: null,
  fromDomain: null,
  signatures: [],
  isAligned: null,
}

function toResults(facts: MailFacts): RoundTripResults {
  const { ip, fromDomain, spf, signatures, dmarc } = facts
  const aligned = dmarc?.aligned
  return {
    verdicts: judgeFacts(facts),
    ip,
    bounceDomain: spf.domain,
    fromDomain,
    signatures: signatures
      .filter(({ result }) => result === 'pass')
      .map(({ domain, selector }) => ({ domain, selector })),
    isAligned: aligned ? aligned.spf || aligned.dkim : null,
  }
}
