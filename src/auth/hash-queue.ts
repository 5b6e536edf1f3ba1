import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { Failure } from '#src/contract/failure.ts'

/** Runs one piece of work when its turn comes. */
export type HashQueue = <T>(work: () => Promise<T>) => Promise<T>

/** Hashes at a time: each takes 28 MiB and a thread that reads of files and names need too. */
const AT_A_TIME = 2
/** Waiting beyond these would outlast anybody's patience. */
const MOST_WAITING = 50

/** A queue that runs few at a time, in order, and throws `unavailable` to who comes when it is full. */
export function hashQueue(atATime = AT_A_TIME, mostWaiting = MOST_WAITING): HashQueue {
  const waiting: (() => void)[] = []
  let running = 0
  const enter = async () => {
    if (running < atATime) {
      running += 1
      return
    }
    if (waiting.length >= mostWaiting) throw new Failure('unavailable', ACCOUNT_SENTENCE.busy, { retryAfter: 2 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
