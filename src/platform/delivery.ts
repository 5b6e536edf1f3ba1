/**
 * What became of handing a message to a mail server or an SMS gateway. `ok` means it was accepted, never read.
 * `reason` is our own sentence: it names neither recipient nor secret, whatever the other side said. (security OB4, SC2)
 */
export type Delivery = { ok: true } | { ok: false; isPermanent: boolean; reason: string }
