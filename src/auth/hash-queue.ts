import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { Failure } from '#src/contract/failure.ts'

/**
 * A caller that waits for a hash. `whose` is an address key, or the device or account of a known caller: one caller's
 * work never delays another's.
 */
export type QueueTurn = {
  whose: string
  /** On a device where they signed in before, or with an open session. Strangers never keep these waiting. */
  isKnown: boolean
}

/** The place of a stranger behind an address. */
export function turnOfStranger(address: string | undefined): QueueTurn {
  return { whose: address ?? 'unknown', isKnown: false }
}

/** The place of a caller whose session or device is known, and of work that holds a database connection. */
export function turnOfKnown(whose: string): QueueTurn {
  return { whose, isKnown: true }
}

/** Runs one piece of work when its turn comes. */
type HashQueue = <T>(place: QueueTurn, work: () => Promise<T>) => Promise<T>

/** Hashes at a time: each takes 28 MiB, and a thread that file and DNS reads need too. */
const AT_A_TIME = 2
/** Strangers wait four seconds at most on two cores; a longer wait would be worse than a refusal. */
const MOST_WAITING = { known: 100, strangers: 250 }

/**
 * A queue that runs few at a time. If known callers and strangers wait, they take turns; among each, so do those with
 * different `whose`. If it is full, the last work of the caller with most waiting is refused: throws `unavailable` to
 * it.
 */
export function hashQueue(atATime = AT_A_TIME, most = MOST_WAITING): HashQueue {
  const known = fairLine(most.known)
  const strangers = fairLine(most.strangers)
  let running = 0
  let isKnownsTurn = true
  const enter = async ({ whose, isKnown }: QueueTurn) => {
    if (running < atATime) {
      running += 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const line = isKnown ? known : strangers
    line.join(whose, { start: resolve, sendAway: () => reject(busy()) })
    await promise
  }
  const leave = () => {
    const next = isKnownsTurn ? (known.next() ?? strangers.next()) : (strangers.next() ?? known.next())
    isKnownsTurn = !isKnownsTurn
    if (next) next.start()
    else running -= 1
  }
  return async (place, work) => {
    await enter(place)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

type Waiting = { start: () => void; sendAway: () => void }

/** One queue for each `whose`; they take turns. */
function fairLine(most: number) {
  const lines = new Map<string, Waiting[]>()
  let size = 0
  return {
    join: (whose: string, one: Waiting) => {
      const own = lines.get(whose) ?? []
      if (size >= most) {
        const longest = [...lines.values()].reduce((long, line) => (line.length > long.length ? line : long), own)
        if (longest.length <= own.length + 1) return one.sendAway()
        longest.pop()?.sendAway()
        size -= 1
      }
      own.push(one)
      lines.set(whose, own)
      size += 1
    },
    next: (): Waiting | undefined => {
      const [first] = lines
      if (!first) return undefined
      const [whose, line] = first
      const one = line.shift()
      lines.delete(whose)
      if (line.length > 0) lines.set(whose, line)
      size -= 1
      return one
    },
  }
}

function busy(): Failure {
  return new Failure('unavailable', ACCOUNT_SENTENCE.busy, { retryAfter: 2 })
}
