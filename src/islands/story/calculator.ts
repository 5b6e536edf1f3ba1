import { downtimeSentence, FILL_IN_ALL } from '#src/contract/business-case.ts'
import { amount, fieldsOf, one, price, refuse, write } from './fields.ts'

/** Starts with the lower end of the claim, unless the browser has filled the field again. */
export function startCalculator() {
  const [percent] = fieldsOf('percent')
  if (percent) percent.value ||= one('[data-calculator]')?.dataset.calculator ?? ''
  calculate()
}

/** Says what the typed numbers come to, or what is missing. */
export function calculate() {
  const calculator = one('[data-calculator]')
  if (!calculator) return
  const refusal = refuse(calculator)
  const [hours, hour, percent] = [amount('hours'), amount('hour'), amount('percent')]
  const isWhole = hours !== undefined && hour !== undefined && percent !== undefined
  const sentence = isWhole ? downtimeSentence({ hours, hour, percent, price: price() }) : FILL_IN_ALL
  write(calculator.querySelector('output'), refusal ?? sentence)
}
