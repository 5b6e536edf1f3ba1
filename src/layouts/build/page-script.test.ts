import { expect, test } from 'vitest'
import { packPageScript } from './page-script.ts'

test('the script of every page stays under its budget', async () => {
  expect((await packPageScript()).length).toBeLessThanOrEqual(2_000)
})
