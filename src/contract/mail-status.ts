/** What the codes of a class mean, the most exact ones first. (RFC 3463, the IANA registry of enhanced status codes) */
const SENTENCES: readonly (readonly [code: RegExp, sentence: string])[] = [
  [/^[45]\.1\.1$/, 'The mailbox does not exist.'],
  [/^[45]\.1\.2$/, 'The domain of the address does not exist.'],
  [/^[45]\.1\.10$/, 'The domain of the address accepts no mail.'],
  [/^[45]\.1\.[78]$/, 'The receiver does not accept our sender address.'],
  [/^[45]\.1\./, 'The receiver does not accept the address.'],
  [/^[45]\.2\.1$/, 'The mailbox is disabled.'],
  [/^[45]\.2\.2$/, 'The mailbox is full.'],
  [/^[45]\.[23]\.[34]$/, 'The message is too large for the receiver.'],
  [/^[45]\.2\./, 'The mailbox cannot take mail.'],
  [/^[45]\.3\./, 'The mail system of the receiver has a fault or is full.'],
  [/^[45]\.4\./, 'The mail system of the receiver could not be reached.'],
  [/^[45]\.5\./, 'The two mail servers did not understand each other.'],
  [/^[45]\.6\./, 'The receiver cannot read the format of the message.'],
  [/^[45]\.7\.(2[0-9]|30)$/, 'SPF, DKIM or DMARC failed. See the checks of the sending domain.'],
  [/^[45]\.7\.0$/, 'The receiver refused the message for security reasons.'],
  [/^[45]\.7\.8$/, 'The mail server refused our user or password.'],
  [/^[45]\.7\./, 'A policy of the receiver refused the message, often because it looks like spam.'],
]

/** What an enhanced status code such as `5.1.1` means, as a sentence. */
export function explainStatus(code: string): string {
  return SENTENCES.find(([pattern]) => pattern.test(code))?.[1] ?? 'The receiver gave no exact reason.'
}
