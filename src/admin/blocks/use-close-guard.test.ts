import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { closesForm } from './use-close-guard.tsx'

const at = (address: string) => createMemoryHistory({ initialEntries: [address] }).location

const step = (from: string, to: string, action: 'PUSH' | 'REPLACE' | 'BACK' = 'PUSH') =>
  closesForm({ currentLocation: at(from), nextLocation: at(to), action })

test('another screen closes a form, and so does an address that names another form or none', () => {
  expect(step('/admin/settings', '/admin/users')).toBe(true)
  expect(step('/admin/wishlist?wish=new', '/admin/wishlist', 'BACK')).toBe(true)
  expect(step('/admin/library/vendors?edit=1', '/admin/library/vendors?edit=2')).toBe(true)
  expect(step('/admin/users/1', '/admin/users/2', 'BACK')).toBe(true)
})

test('a filter, the order of a list and the hash keep a form open', () => {
  expect(step('/admin/reports?report=1', '/admin/reports?report=1&status=open&q=pump', 'REPLACE')).toBe(false)
  expect(step('/admin/reports?report=1&q=pump', '/admin/reports?report=1', 'BACK')).toBe(false)
  expect(step('/admin/settings', '/admin/settings#content')).toBe(false)
})

test('a form that was saved or closed replaces its address, which is not asked about; another tab is', () => {
  expect(step('/admin/wishlist?wish=new', '/admin/wishlist', 'REPLACE')).toBe(false)
  expect(step('/admin/event/setup', '/admin/event/setup?id=1', 'REPLACE')).toBe(false)
  expect(step('/admin/email-diagnostics?tab=stopped', '/admin/email-diagnostics', 'REPLACE')).toBe(true)
})
