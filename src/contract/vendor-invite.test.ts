import { expect, test } from 'vitest'
import { readCsv } from './csv.ts'
import { bulkInviteSentence, readInviteFile } from './vendor-invite.ts'

test.each([
  [
    'commas',
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'semicolons, as a German spreadsheet writes them',
    '\uFEFFa;b,c;d\ne;f',
    [
      ['a', 'b,c', 'd'],
      ['e', 'f'],
    ],
  ],
  ['tabs, as they are pasted', 'a\tb\nc\t', [['a', 'b'], ['c']]],
  [
    'quotes with what would end a cell',
    '"Gauge, ""Co""","two\nlines"\nx, y ',
    [
      ['Gauge, "Co"', 'two\nlines'],
      ['x', 'y'],
    ],
  ],
  ['a quote that never ends', 'a,"b\nc', [['a', 'b\nc']]],
  ['empty lines', '\n\na,b\n , \n', [['a', 'b']]],
  ['nothing', '', []],
])('a file with %s is read', (_, text, rows) => {
  expect(readCsv(text)).toEqual(rows)
})

test('a file of invitations has its columns by their headings, or in their order', () => {
  const line = { vendor: 'Gauge & Co', name: 'Maria Ortiz', email: 'maria@gauge.example' }
  expect(readInviteFile('Email;Company;Contact name\nmaria@gauge.example;Gauge & Co;Maria Ortiz')).toEqual([line])
  expect(readInviteFile('Gauge & Co,Maria Ortiz,maria@gauge.example')).toEqual([line])
  expect(readInviteFile('Gauge & Co')).toEqual([{ vendor: 'Gauge & Co', name: '', email: '' }])
})

test('a bulk invitation says how many were sent, and what was left out', () => {
  expect(bulkInviteSentence(['new', 'new'])).toBe('2 invitations sent.')
  expect(bulkInviteSentence(['new', 'invited'])).toBe('1 invitation sent. 1 line was left out.')
})
