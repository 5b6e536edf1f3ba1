import { all, browser, doc, flags, on } from './root.ts'

let timer: ReturnType<typeof setTimeout>

/**
 * Prints or copies the letter that shows now. A button that copies, and the status beside it, carry what they say: `data-copy`
 * at first, `data-done` for two seconds, `data-refused` where the browser refuses the clipboard. (product 2, 9)
 */
on('click afterprint', async ({ target }) => {
  const { print: part, copy } = target.dataset ?? {}
  flags.printing = part ?? ''
  if (part) print()
  if (!copy) return
  const letter = all('#letter>:not([hidden]) pre')[0] as HTMLElement
  const say = (state: string) => {
    for (const place of (target.parentElement as HTMLElement).children as Iterable<HTMLElement>) {
      place.textContent = place.dataset[state] as string
    }
  }
  clearTimeout(timer)
  try {
    await browser.clipboard.writeText(letter.textContent as string)
  } catch {
    const selection = getSelection() as Selection
    selection.selectAllChildren(letter)
    if (!doc.execCommand('copy')) return say('refused')
  }
  say('done')
  timer = setTimeout(say, 2_000, 'copy')
})
