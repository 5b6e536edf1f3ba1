import { type Amount, amountRefusal, MOST_OF, readAmount } from '#src/contract/business-case.ts'

/** Every element of the page that fits a selector. */
export const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]

/** The first of them. */
export const one = (selector: string) => document.querySelector<HTMLElement>(selector)

/** The fields for names and amounts of the letter and the calculator. */
export const fieldsOf = (name: string) => [...document.querySelectorAll<HTMLInputElement>(`.typed [name=${name}]`)]

/** What is typed into the field of this name. */
export const typed = (name: string) => fieldsOf(name)[0]?.value.trim() ?? ''

/** The number in a field; undefined while it is empty or holds none. */
export const amount = (name: Amount) => readAmount(name, typed(name)) ?? undefined

/**
 * Changes a text that differs. A change makes the page script look at the time, which touches what `story.ts` watches: one that changes
 * nothing would go on for ever.
 */
export function write(place: Element | null | undefined, text: string) {
  if (place && place.textContent !== text) place.textContent = text
}

/** The price that holds now, in US dollars. */
export function price(): number | undefined {
  const value = one('#letter :not([hidden])>data')?.getAttribute('value')
  return value ? Number(value) : undefined
}

/** Marks fields whose number cannot be, and says for the first of them what is possible. */
export function refuse(group: Element): string | undefined {
  let refusal: string | undefined
  for (const field of group.querySelectorAll('input')) {
    const name = field.name as Amount
    const isWrong = name in MOST_OF && readAmount(name, field.value) === null
    field.ariaInvalid = isWrong ? 'true' : null
    if (isWrong) refusal ??= `${field.parentElement?.textContent}: ${amountRefusal(name)}`
  }
  return refusal
}
