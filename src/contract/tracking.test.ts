import { expect, test } from 'vitest'
import { trackingLink } from './tracking.ts'

test.each([
  ['UPS', '1Z 999 AA1 0123456784', 'https://www.ups.com/track?tracknum=1Z999AA10123456784'],
  ['ups ground', '1Z99', 'https://www.ups.com/track?tracknum=1Z99'],
  ['FedEx Express', '7946-1234', 'https://www.fedex.com/fedextrack/?trknbr=79461234'],
  ['USPS Priority', '9400', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400'],
  ['DHL', 'JD01', 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=JD01'],
  ['Our van', 'https://van.example/4711', 'https://van.example/4711'],
])('a shipment with %s and %s is followed at %s', (carrier, tracking, address) => {
  expect(trackingLink(carrier, tracking)).toBe(address)
})

test.each([
  ['Our van', '4711'],
  ['Upsilon', '4711'],
  ['UPS', '1Z&to=x'],
  ['UPS', 'at the gate, ask for Ada'],
  ['Our van', 'http://van.example/4711'],
  ['Our van', 'javascript:alert(1)'],
  ['UPS', null],
  [null, '1Z'],
])('one with %s and %s stays text', (carrier, tracking) => {
  expect(trackingLink(carrier, tracking)).toBeNull()
})
