/** Texts that are pasted into an answer once it is finished, by the mark that stands for each in the meantime. */
export type LaterTexts = Map<string, readonly Uint8Array[]>

/**
 * A mark in place of `items`, which the build pastes into the finished answer. They have to be as they are served: a list of thousands of events is megabytes,
 * which React, Astro and `finishPage` would each copy and search in vain. Where nothing is pasted, as while developing, it is the items themselves.
 */
export function pasteLater(items: readonly Uint8Array[]): string {
  const texts = globalThis.siteBuild?.texts
  if (!texts) return Buffer.concat(items).toString()
  const mark = crypto.randomUUID()
  texts.set(mark, items)
  return mark
}

/** The answer with the texts whose marks are in it, in pieces: joined, megabytes would be copied once more. */
export function paste(answer: string, texts: LaterTexts): Uint8Array[] {
  const found = [...texts.keys()].map((mark) => ({ mark, at: answer.indexOf(mark) })).filter(({ at }) => at !== -1)
  const pieces: Uint8Array[] = []
  let from = 0
  for (const { mark, at } of found.sort((a, b) => a.at - b.at)) {
    pieces.push(Buffer.from(answer.slice(from, at)))
    for (const text of texts.get(mark) ?? []) pieces.push(text)
    from = at + mark.length
    texts.delete(mark)
  }
  pieces.push(Buffer.from(answer.slice(from)))
  return pieces
}

/** React escapes apostrophes, which mean nothing outside single quotes. Neither it nor Astro writes those. */
export const plainApostrophes = (markup: string) => markup.replaceAll('&#x27;', "'")
