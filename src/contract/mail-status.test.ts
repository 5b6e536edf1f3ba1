import { expect, test } from 'vitest'
import { explainStatus } from './mail-status.ts'

test.each([
  ['5.1.1', 'The mailbox does not exist.'],
  ['5.1.10', 'The domain of the address accepts no mail.'],
  ['5.1.6', 'The receiver does not accept the address.'],
  ['4.2.2', 'The mailbox is full.'],
  ['5.3.4', 'The message is too large for the receiver.'],
  ['5.7.26', 'SPF, DKIM or DMARC failed. See the checks of the sending domain.'],
  ['5.7.1', 'A policy of the receiver refused the message, often because it looks like spam.'],
  ['5.0.0', 'The receiver gave no exact reason.'],
])('%s means: %s', (code, sentence) => {
  expect(explainStatus(code)).toBe(sentence)
})
