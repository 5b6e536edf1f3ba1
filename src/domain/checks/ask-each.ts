import { CouldNotRun } from '#src/contract/checks.ts'
import type { Probe } from '#src/platform/probe.ts'
import type { CheckContext } from './check.ts'

type Answer = Awaited<ReturnType<Probe['ask']>>

/** Monitoring may ask it at every level of the gate. */
const HEALTH = '/api/health'
/** Few enough that a small server goes on answering visitors. */
const AT_ONCE = 6

const SENTENCE: Record<number, string> = {
  429: 'The host limits the calls of this check.',
  503: 'The site answers with 503: it is closed, or cannot reach its database.',
}

/** The answer. Throws `CouldNotRun` for one that says nothing about what was asked, such as while the site is closed. (decision 0050) */
export function requireOpen(answer: Answer): Answer {
  const sentence = SENTENCE[answer.status]
  if (sentence !== undefined) throw new CouldNotRun(sentence)
  return answer
}

/**
 * Throws `CouldNotRun` unless the site answers a call that everybody may make as our own API does. Behind the password of a
 * host, or where another server answers, every address refuses a caller, which says nothing about our routes and files.
 */
export async function requireSite({ probe }: Pick<CheckContext, 'probe'>): Promise<void> {
  const { status, body } = requireOpen(await probe.ask(HEALTH))
  if (status !== 200 || !/^\{"status":"ok"/.test(body))
    throw new CouldNotRun(
      `${HEALTH} was answered with ${status} and not by this site, so no other answer can be judged.`,
    )
}

/** Asks about each item, a few at a time, and resolves with the answers in the order of the items. Throws as `requireOpen` does. */
export async function askEach<T>(
  items: readonly T[],
  ask: (item: T) => Promise<Answer>,
): Promise<{ item: T; answer: Answer }[]> {
  const answers: { item: T; answer: Answer }[] = []
  const left = [...items.entries()]
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [at, item] = next
      answers[at] = { item, answer: requireOpen(await ask(item)) }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return answers
}
