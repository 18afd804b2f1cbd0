import { createAccount, type SignedInAccount } from './account.ts'
import { writeCombo } from './combo-file.ts'
import type { Stack } from './stack.ts'

export type FilledAccount = SignedInAccount & { readonly address: string; readonly addresses: readonly string[] }

/** An organisation with monitored addresses (default: one), each with three leaked passwords. */
export const createFilledAccount = async (stack: Stack, count = 1): Promise<FilledAccount> => {
  const account = await createAccount(stack.url)
  const address = account.email.replace('@', '@cheia.')
  const addresses = [address, ...Array.from({ length: count - 1 }, (_, at) => `conta${at}.${address}`)]
  const { path } = await writeCombo(
    addresses.flatMap((each) => [1, 2, 3].map((number) => ({ address: each, password: `senha-${number}` }))),
  )
  await stack.leaksImport(path, 'fonte-cheia')
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
