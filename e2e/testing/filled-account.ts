import { randomUUID } from 'node:crypto'
import { createAccount, type SignedInAccount } from './account.ts'
import { writeCombo } from './combo-file.ts'
import type { Stack } from './stack.ts'

export type FilledAccount = SignedInAccount & { readonly address: string; readonly addresses: readonly string[] }

const PASSWORDS = [1, 2, 3]

const importLeaks = async (stack: Stack, addresses: readonly string[]): Promise<void> => {
  const { path } = await writeCombo(
    addresses.flatMap((address) => PASSWORDS.map((number) => ({ address, password: `senha-${number}` }))),
  )
  await stack.leaksImport(path, 'fonte-cheia')
}

const newAddress = () => `pessoa-${randomUUID()}@cheia.empresa.example`

const AT_ONCE = 50
const unused = new WeakMap<Stack, string[]>()

const takeUnused = async (stack: Stack): Promise<string> => {
  const address = unused.get(stack)?.pop()
  if (address !== undefined) return address
  const [first = '', ...rest] = Array.from({ length: AT_ONCE }, newAddress)
  await importLeaks(stack, [first, ...rest])
  unused.set(stack, rest)
  return first
}

const takeSeveral = async (stack: Stack, count: number): Promise<readonly string[]> => {
  const address = newAddress()
  const addresses = [address, ...Array.from({ length: count - 1 }, (_, at) => `conta${at}.${address}`)]
  await importLeaks(stack, addresses)
  return addresses
}

export const createFilledAccount = async (stack: Stack, count = 1): Promise<FilledAccount> => {
  const account = await createAccount(stack.url)
  const addresses = count === 1 ? [await takeUnused(stack)] : await takeSeveral(stack, count)
  const [address = ''] = addresses
  for (const email of addresses) {
    const answer = await fetch(`${stack.url}/api/emails`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${account.token}` },
      body: JSON.stringify({ email }),
    })
    if (!answer.ok) throw new Error(`POST /api/emails: ${answer.status} ${await answer.text()}`)
  }
  return { ...account, address, addresses }
}
