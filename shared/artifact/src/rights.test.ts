import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allows, ORDER_RULES, ROLES, type OrderName, type Role } from './rights.ts'

const cells = (row: string) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

// Rule: M-RIGHT-1
test('the table of rights in docs/platform.md is that of the check', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/platform.md'), 'utf8')
  const rows = page.split('\n').slice(page.split('\n').findIndex((line) => /^\| order +\| any key/.test(line)))
  expect(cells(rows[0] ?? '')).toEqual([
    'order',
    'any key',
    'key of it',
    'publish',
    'promote',
    'rollback',
    'operator',
    'machine',
  ])
  const said = rows.slice(2, 2 + Object.keys(ORDER_RULES).length).map(cells)
  expect(said).toEqual(
    Object.entries(ORDER_RULES).map(([name, { does, roles }]) => {
      const allowed: readonly Role[] = roles
      return [`\`${name}\`: ${does}`, ...ROLES.map((role) => (allowed.includes(role) ? 'yes' : ''))]
    }),
  )
})

const isOrder = (name: string): name is OrderName => Object.hasOwn(ORDER_RULES, name)

// Rule: M-RIGHT-1
test('a key gives the orders of its rights over its own remotes, and no other order', () => {
  const holder = { role: 'team', remotes: [{ remote: 'mfe-a', may: ['rollback'] as const }] } as const
  const orders = Object.keys(ORDER_RULES).filter(isOrder)
  const given = (remote?: string) =>
    orders.filter((order) =>
      allows(
        order,
        { role: holder.role, remotes: holder.remotes.map(({ may, ...one }) => ({ ...one, may: [...may] })) },
        remote,
      ),
    )
  expect(given('mfe-a')).toEqual(['look', 'history', 'pause', 'rollback'])
  expect(given('mfe-b')).toEqual(['look'])
  expect(given()).toEqual(['look'])
})
