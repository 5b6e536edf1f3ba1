/** Few enough that a small server goes on answering visitors. */
const AT_ONCE = 6

/** Asks about each item, a few at a time, and resolves with the answers in the order of the items. */
export async function askEach<T, Answer>(
  items: readonly T[],
  ask: (item: T) => Promise<Answer>,
): Promise<{ item: T; answer: Answer }[]> {
  const answers: { item: T; answer: Answer }[] = []
  const left = [...items.entries()]
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [at, item] = next
      answers[at] = { item, answer: await ask(item) }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return answers
}
